"""The system: a description made ready, with every law a method that runs as machine code."""

from linkwork.system.options import Options
from linkwork.system.system import System, compile_mechanism
from linkwork.system.tracing import TREE_FORMULATIONS

__all__ = ["TREE_FORMULATIONS", "Options", "System", "compile_mechanism"]
