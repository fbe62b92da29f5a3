"""The data files that ship with Age of Destruction."""

from __future__ import annotations

from musterhall.data_files import DataFiles
from musterhall.data_files import FileModel as FileModel

PACKAGE = "musterhall.games.age_of_destruction"

_FILES = DataFiles(PACKAGE)
package_text, catalogue_data = _FILES.text, _FILES.catalogue
shipped_names, shipped_text = _FILES.names, _FILES.shipped
