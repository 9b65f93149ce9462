"""Entries: every machine of the library by name, with its source and what is known about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...errors import UnknownName
from ..builder import Mechanism
from .book import arms, chain, four_bars, gripper, kuka, leg, planar_biped, spatial_biped, three_rrr, trees, walkers
from .families import general_tree, rows
from .linkages import (
    five_bar,
    four_bar,
    peaucellier,
    pendulums,
    scissors,
    six_bars,
    slider_cranks,
    spatial_loops,
    walking_legs,
)
from .papers import excavator, khan, koul, six_rss, stewart, two_arm
from .robots import agile_eye, delta, scara
from .spinning import gears, tops, wheels

BOOK, REDYSIM = "Shah, Saha, Dutt (2013)", "ReDySim"
KOUL, KHAN, SATHULURI, AMIROUCHE = "Koul et al. (2014)", "Khan (2002)", "Sathuluri (2019)", "Amirouche (1991)"


@dataclass(frozen=True)
class Entry:
    """One machine.

    freedom     degrees of freedom at the start: rates that closures, relations and prescribed motions leave
    redundant   conditions in space that depend on the others, so that 6 bodies − conditions + redundant = freedom
                (Grübler-Kutzbach): three in each loop of a planar or spherical machine
    """

    name: str
    machine: Callable[..., Mechanism]
    source: str
    what: str
    freedom: int
    redundant: int = 0


CATALOGUE: tuple[Entry, ...] = (
    Entry("gripper", gripper.gripper, BOOK, "palm with two fingers, planar tree", 4),
    Entry("kuka_kr5", kuka.kuka_kr5, BOOK, "industrial arm of six hinges", 6),
    Entry("planar_biped", planar_biped.planar_biped, BOOK, "floating trunk, two legs of three links", 12),
    Entry("spatial_biped", spatial_biped.spatial_biped, BOOK, "floating trunk, spherical hips, universal ankles", 18),
    Entry(
        "spatial_biped_on_foot",
        spatial_biped.spatial_biped_on_foot,
        BOOK,
        "the same in single support, twelve hinges",
        12,
    ),
    Entry("quadruped", walkers.quadruped, BOOK, "floating trunk, four legs with universal hips", 18),
    Entry("hexapod", walkers.hexapod, BOOK, "floating trunk, six planar legs", 18),
    Entry("chain", chain.chain, REDYSIM, "hyper-degree-of-freedom chain of n links", 20),
    Entry("hoeken_four_bar", four_bars.hoeken_four_bar, BOOK, "straight-line four-bar, two sets of dimensions", 1, 3),
    Entry("redysim_four_bar", four_bars.redysim_four_bar, REDYSIM, "crank-rocker", 1, 3),
    Entry("robotic_leg", leg.robotic_leg, BOOK, "Hoeken four-bar with a pantograph, three loops", 1, 9),
    Entry("book_three_rrr", three_rrr.book_three_rrr, BOOK, "planar parallel robot, two loops", 3, 6),
    Entry("double_pendulum", trees.double_pendulum, BOOK, "two rods in space: ball and hinge", 4),
    Entry("abstract_tree", trees.abstract_tree, BOOK, "any tree of rods from parent numbers", 6),
    Entry("two_link_arm", arms.two_link_arm, REDYSIM, "two hinges", 2),
    Entry("three_link_arm", arms.three_link_arm, REDYSIM, "three hinges", 3),
    Entry("rp_robot", arms.rp_robot, REDYSIM, "hinge and slider", 2),
    Entry("pppr_robot", arms.pppr_robot, REDYSIM, "three sliders and a hinge", 4),
    Entry("carpet_scraper", koul.carpet_scraper, KOUL, "seven-bar scraper, three loops in a chain", 1, 9),
    Entry("koul_three_rrr", koul.koul_three_rrr, KOUL, "planar parallel robot cut at two elbows", 3, 6),
    Entry("excavator", excavator.excavator, KOUL, "RH200 with three cylinders, four loops", 3, 12),
    Entry(
        "khan_three_rrr",
        khan.khan_three_rrr,
        KHAN,
        "planar parallel robot of Ma and Angeles, platform free",
        3,
        9,
    ),
    Entry("stewart_platform", stewart.stewart_platform, SATHULURI, "semi-regular 6-UPS", 6),
    Entry("six_rss", six_rss.six_rss, SATHULURI, "platform on six cranks and couplers", 6),
    Entry("two_arm_robot", two_arm.two_arm_robot, AMIROUCHE, "tip on a line through a singular pose", 0),
    Entry("pendulum", pendulums.pendulum, "", "a rod on a hinge", 1),
    Entry("cart_pole", pendulums.cart_pole, "", "a pole on a driven cart", 2),
    Entry("four_bar", four_bar.four_bar, "", "four-bar with any dimensions", 1, 3),
    Entry("five_bar", five_bar.five_bar, "", "two cranks, two couplers", 2, 3),
    Entry("slider_crank", slider_cranks.slider_crank, "", "crank, rod and slider", 1, 3),
    Entry("quick_return", slider_cranks.quick_return, "Whitworth", "a block slides in a turning lever", 1, 6),
    Entry("watt_six_bar", six_bars.watt_six_bar, "Watt", "two triangles side by side", 1, 6),
    Entry("stephenson_six_bar", six_bars.stephenson_six_bar, "Stephenson", "two triangles apart", 1, 6),
    Entry("peaucellier", peaucellier.peaucellier, "Peaucellier (1864)", "hinges that draw a straight line", 1, 9),
    Entry("klann_leg", walking_legs.klann_leg, "Klann, US 6,260,862", "walking leg of five links", 1, 6),
    Entry("jansen_leg", walking_legs.jansen_leg, "Jansen", "walking leg of seven links", 1, 9),
    Entry("pantograph", scissors.pantograph, "", "enlarges what its tracer draws", 2, 3),
    Entry("scissor_lift", scissors.scissor_lift, "", "n crossed pairs under a platform", 1, 12),
    Entry("rssr", spatial_loops.rssr, "", "spatial four-bar with two balls", 1),
    Entry("bennett", spatial_loops.bennett, "Bennett (1903)", "four hinges in space that move", 1, 3),
    Entry("delta", delta.delta, "Clavel (1988)", "platform that does not turn", 3),
    Entry("five_bar_scara", scara.five_bar_scara, "", "flat five-bar with a quill", 4, 3),
    Entry("agile_eye", agile_eye.agile_eye, "Gosselin, Hamel (1994)", "spherical 3-RRR", 3, 6),
    Entry("planetary_gear", gears.planetary_gear, "", "sun, planets, carrier, fixed ring", 1),
    Entry("cardan_joint", gears.cardan_joint, "", "two shafts at an angle", 1, 3),
    Entry("cardan_shaft", gears.cardan_shaft, "", "two crosses and a telescoping shaft", 1),
    Entry("rolling_wheel", wheels.rolling_wheel, "", "a disc that does not slip", 3),
    Entry("knife_edge", wheels.knife_edge, "Chaplygin", "a sleigh that does not slide sideways", 2),
    Entry("gyroscope", tops.gyroscope, "", "a disc in two gimbals", 3),
    Entry("spinning_top", tops.spinning_top, "Lagrange", "a disc on a held point", 3),
    Entry("free_box", tops.free_box, "", "a box in flight", 6),
    Entry("four_bar_row", rows.four_bar_row, "IFToMM benchmark", "k four-bars in a row", 1, 15),
    Entry("legged_platform", rows.legged_platform, "", "a platform on k telescoping legs", 6),
    Entry("general_tree", general_tree.general_tree, BOOK, "a tree in which no dimension is special, to count", 6),
    Entry("scissor_grid", scissors.scissor_grid, "", "k × k crossed pairs", 1, 48),
)


def catalogue() -> tuple[Entry, ...]:
    """Every machine, those of the sources first."""
    return CATALOGUE


def find(name: str) -> Entry:
    """The entry of that name."""
    for entry in CATALOGUE:
        if entry.name == name:
            return entry
    raise UnknownName("machine", name, [e.name for e in CATALOGUE], "the library")
