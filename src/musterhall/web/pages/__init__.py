"""The pages, by who looks at them."""
