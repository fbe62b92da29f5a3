"""Paper: PDFs made with typst."""
