"""The documentation: Sphinx with MyST pages, a gallery made of the scripts in `examples/`, and the docstrings."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from matplotlib import pyplot  # noqa: E402

import linkwork  # noqa: E402
from linkwork.view.plots.style import rc_settings  # noqa: E402

project = "linkwork"
author = "the linkwork authors"
copyright = author
version = release = linkwork.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_gallery.gen_gallery",
    "house_style",
    "mathml",
    "tables",
]
exclude_patterns = ["_build", "_generated", "gallery/*.ipynb"]
suppress_warnings = ["config.cache"]
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"[\\/]\d\d_",
    "download_all_examples": False,
    "show_memory": False,
    "show_signature": False,
    "min_reported_time": 1e6,
    "within_subsection_order": "FileNameSortKey",
    "matplotlib_animations": False,
    "write_computation_times": False,
    "abort_on_example_error": True,
    "reset_modules": (lambda config, script: pyplot.rcParams.update(pyplot.rcParamsDefault | rc_settings("light")),),
}

html_theme = "furo"
html_title = f"linkwork {release}"
html_static_path = ["_static"]
html_css_files = ["linkwork.css"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_sourcelink = False
