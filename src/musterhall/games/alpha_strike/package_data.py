"""The data files that ship with Alpha Strike."""

from __future__ import annotations

from musterhall.data_files import DataFiles
from musterhall.data_files import FileModel as FileModel

PACKAGE = "musterhall.games.alpha_strike"

_FILES = DataFiles(PACKAGE)
package_text, catalogue_data, shipped_names = _FILES.text, _FILES.catalogue, _FILES.names
