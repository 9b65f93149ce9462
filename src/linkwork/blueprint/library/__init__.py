"""Machines of the literature and of the workshop: each a function that returns a Mechanism in a closed starting pose.

`catalogue()` lists them; `experiments()` lists what the sources did with them, as data.
"""

from __future__ import annotations

from .book.arms import pppr_robot, rp_robot, three_link_arm, two_link_arm
from .book.chain import chain
from .book.four_bars import hoeken_four_bar, redysim_four_bar
from .book.gripper import gripper
from .book.kuka import kuka_kr5
from .book.leg import robotic_leg
from .book.planar_biped import planar_biped
from .book.spatial_biped import spatial_biped, spatial_biped_on_foot
from .book.three_rrr import book_three_rrr
from .book.trees import abstract_tree, double_pendulum
from .book.walkers import hexapod, quadruped
from .entries import CATALOGUE, Entry, catalogue, find
from .experiment import Experiment
from .families.general_tree import general_tree
from .families.rows import four_bar_row, legged_platform
from .linkages.five_bar import five_bar
from .linkages.four_bar import four_bar
from .linkages.peaucellier import peaucellier
from .linkages.pendulums import cart_pole, pendulum
from .linkages.scissors import pantograph, scissor_grid, scissor_lift
from .linkages.six_bars import stephenson_six_bar, watt_six_bar
from .linkages.slider_cranks import quick_return, slider_crank
from .linkages.spatial_loops import bennett, rssr
from .linkages.walking_legs import jansen_leg, klann_leg
from .papers.excavator import excavator
from .papers.khan import khan_three_rrr
from .papers.koul import carpet_scraper, koul_three_rrr
from .papers.six_rss import six_rss
from .papers.stewart import stewart_platform
from .papers.two_arm import two_arm_robot
from .published import experiments, find_experiment
from .robots.agile_eye import agile_eye
from .robots.delta import delta
from .robots.scara import five_bar_scara
from .spinning.gears import cardan_joint, cardan_shaft, planetary_gear
from .spinning.tops import free_box, gyroscope, spinning_top
from .spinning.wheels import knife_edge, rolling_wheel

__all__ = [
    "CATALOGUE", "Entry", "Experiment", "catalogue", "experiments", "find", "find_experiment",
    "abstract_tree",
    "agile_eye",
    "bennett",
    "book_three_rrr",
    "cardan_joint",
    "cardan_shaft",
    "carpet_scraper",
    "cart_pole",
    "chain",
    "delta",
    "double_pendulum",
    "excavator",
    "five_bar",
    "five_bar_scara",
    "four_bar",
    "four_bar_row",
    "free_box",
    "general_tree",
    "gripper",
    "gyroscope",
    "hexapod",
    "hoeken_four_bar",
    "jansen_leg",
    "khan_three_rrr",
    "klann_leg",
    "knife_edge",
    "koul_three_rrr",
    "kuka_kr5",
    "legged_platform",
    "pantograph",
    "peaucellier",
    "pendulum",
    "planar_biped",
    "planetary_gear",
    "pppr_robot",
    "quadruped",
    "quick_return",
    "redysim_four_bar",
    "robotic_leg",
    "rolling_wheel",
    "rp_robot",
    "rssr",
    "scissor_grid",
    "scissor_lift",
    "six_rss",
    "slider_crank",
    "spatial_biped",
    "spatial_biped_on_foot",
    "spinning_top",
    "stephenson_six_bar",
    "stewart_platform",
    "three_link_arm",
    "two_arm_robot",
    "two_link_arm",
    "watt_six_bar",
]  # fmt: skip
