"""Count tables of Shah, Saha and Dutt (2013): per joint, in all, against the number of joints, of single operations."""

from __future__ import annotations

from ..experiment import Experiment, Number
from ..families.general_tree import general_tree

Pair = tuple[float, float]
ALONE = "φ is given there; its own count of the inverse dynamics is added for the bias"

PER_JOINT = {  # revolute, universal, spherical
    "inverse dynamics": ("table 6.10", ((94, 82), (116, 96), (138, 110)), ""),
    "forward dynamics": ("table 6.10", ((229, 213), (314, 280), (399, 347)), ALONE),
    "inverse dynamics with a free base": ("table 7.5", ((164, 156), (226, 202), (288, 248)), ""),
    "forward dynamics with a free base": ("table 7.5", ((209, 201), (279, 260), (349, 319)), ""),
}

JOINTS = Experiment(
    "book/counts per joint",
    general_tree,
    "counts",
    "tables 6.10 and 7.5, figures 6.15, 6.16, 7.30, 7.31",
    numbers=(
        *(
            Number(f"{law}, M, A per {kind}", count, 0.0, where, note=note)
            for law, (where, row, note) in PER_JOINT.items()
            for kind, count in zip(("hinge", "universal joint", "spherical joint"), row)
        ),
        Number("inverse dynamics, M, A of the link on the ground", (13, 7), 0.0, "table 6.8"),
        Number("forward dynamics, M, A of the link at the end, φ given", (19, 8), 0.0, "table 6.9"),
        Number("inverse dynamics, M, A of a free base", (60, 66), 0.0, "table 7.6"),
        Number("forward dynamics, M, A of a free base", (60, 72), 0.0, "table 7.7", note="the table prints 60M66A"),
        Number("the same, McMillan and Orin (1998), articulated", (158, 131), 0.0, "table 7.7"),
        Number("the same, McMillan and Orin (1998), composite", (137, 91), 0.0, "table 7.7"),
        Number(
            "joints beyond which O(n) is cheaper than O(n³)", 7, 0.0, "chapter 2, after Stelzle et al. (1995)",
        ),
    ),
    note="What one more joint costs in a chain in which no dimension is special.",
)  # fmt: skip

HUMANOID = Experiment(
    "book/counts humanoid",
    general_tree,
    "counts",
    "section 7.5, after Yamane and Nakamura (1999)",
    arguments={
        "joints": ("spherical",) * 12 + ("revolute",) * 4,
        "parents": (0, 1, 2, 0, 0, 0, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        "floating": True,
    },
    numbers=(
        Number("links", 17, 0.5, "section 7.5", note="41 there if each spherical joint is made of hinges and links"),
        Number("joint variables", 40, 0.5, "section 7.5"),
        Number("forward dynamics M, A", (5084, 4704), 0.0, "formulas of table 7.7 for n₁ = 4, n₃ = 36", "derived"),
    ),
    note="Which link hangs on which is not said: assumed.",
)

PRINTED: tuple[tuple[str, str, str, Pair], ...] = (  # table, author, joints, printed total
    ("6.11", "proposed", "gripper", (295, 253)),
    ("6.11", "proposed", "biped", (615, 497)),
    ("6.11", "Balafoutis, Patel (1991)", "gripper", (303, 259)),
    ("6.11", "Balafoutis, Patel (1991)", "biped", (1047, 907)),
    ("6.11", "Angeles et al. (1989)", "gripper", (311, 255)),
    ("6.11", "Angeles et al. (1989)", "biped", (1151, 957)),
    ("6.11", "Saha (1999)", "gripper", (436, 333)),
    ("6.11", "Saha (1999)", "biped", (1396, 1109)),
    ("6.11", "Featherstone (1987)", "gripper", (452, 348)),
    ("6.11", "Featherstone (1987)", "biped", (1492, 1156)),
    ("6.12", "proposed", "gripper", (444, 401)),
    ("6.12", "proposed", "biped", (1072, 981)),
    ("6.12", "Mohan, Saha (2007)", "gripper", (564, 467)),
    ("6.12", "Mohan, Saha (2007)", "biped", (1948, 1667)),
    ("6.12", "Saha (2003)", "gripper", (480, 423)),
    ("6.12", "Saha (2003)", "biped", (2008, 1919)),
    ("6.12", "Featherstone (1983)", "gripper", (598, 523)),
    ("6.12", "Featherstone (1983)", "biped", (2190, 1915)),
    ("6.12", "Lilly, Orin (1991)", "gripper", (305, 275)),
    ("6.12", "Lilly, Orin (1991)", "biped", (2377, 1855)),
    ("7.6", "proposed", "biped", (1416, 1322)),
    ("7.6", "proposed", "quadruped", (1620, 1594)),
    ("7.6", "proposed", "hexapod", (2028, 1938)),
    ("7.6", "Balafoutis, Patel (1991)", "biped", (3011, 2222)),
    ("7.6", "Featherstone (1987)", "biped", (3479, 2644)),
    ("7.6", "Saha (1999), Bhangale (2004)", "biped", (3682, 2782)),
    ("7.7", "proposed", "biped", (1430, 1624)),
    ("7.7", "proposed", "quadruped", (2008, 1910)),
    ("7.7", "proposed", "hexapod", (2568, 2478)),
    ("7.7", "McMillan, Orin (1998), articulated", "biped", (2846, 2591)),
    ("7.7", "Stejskal, Valasek (1996)", "biped", (2870, 2603)),
    ("7.7", "McMillan, Orin (1998), composite", "biped", (5081, 4181)),
)

LOST = "the printed column repeats the biped's"
ARM: tuple[tuple[str, str, Pair], ...] = (  # table, author, total of the formula for six hinges
    ("6.11", "proposed", (483, 417)), ("6.11", "Balafoutis, Patel (1991)", (489, 421)),
    ("6.11", "Angeles et al. (1989)", (521, 435)), ("6.11", "Saha (1999)", (676, 527)),
    ("6.11", "Featherstone (1987)", (712, 550)), ("6.12", "proposed", (694, 663)),
    ("6.12", "Mohan, Saha (2007)", (910, 767)), ("6.12", "Saha (2003)", (862, 797)),
    ("6.12", "Featherstone (1983)", (996, 871)), ("6.12", "Lilly, Orin (1991)", (641, 542)),
)  # fmt: skip

TOTALS = Experiment(
    "book/count formulas",
    general_tree,
    "counts",
    "tables 6.11, 6.12, 7.6, 7.7",
    numbers=(
        *(
            Number(f"{author}, {joints}: M, A", total, 0.5, f"table {table}")
            for table, author, joints, total in PRINTED
        ),
        *(
            Number(f"{author}, arm: M, A", total, 0.5, f"table {table}", "derived", LOST)
            for table, author, total in ARM
        ),
    ),
    note="The tables' own formulas evaluated again, the book's from its counts of each joint.",
)

SINGLE: tuple[tuple[str, Pair, str], ...] = (
    ("vector to the parent", (8, 4), "equation A.4"),
    ("vector from the parent", (8, 4), "equation A.6"),
    ("vector to the parent, axes at right angles", (4, 2), "appendix A.2"),
    ("general matrix to the parent", (26, 24), "equation A.9"),
    ("symmetric matrix to the parent", (20, 15), "equation A.12"),
    ("symmetric matrix to the parent, slider", (16, 14), "appendix A.3"),
    ("wrench to the parent", (20, 12), "equation A.23"),
    ("twist from the parent", (20, 12), "appendix A.4"),
    ("spin matrix of ω and ω̇", (6, 9), "equation A.26"),
    ("acceleration of the next origin", (17, 13), "equation A.25"),
    ("wrench of a rigid body's motion", (39, 39), "equations A.26 to A.28, table 7.3: 6M9A, 21M21A, 12M9A"),
    ("composite body's inertia to the parent", (34, 31), "equation A.40"),
    ("composite body's inertia to the parent, slider", (31, 30), "equation A.40"),
    ("composite body's inertia with its parent's", (34, 40), "appendix A.6"),
    ("articulated body's inertia to the parent", (64, 63), "equation A.52"),
    ("articulated body's inertia to the parent, slider", (60, 62), "appendix A.7"),
    ("articulated body's inertia with its parent's", (64, 78), "table 7.4, where appendix A.7 prints 60M77A"),
)

APPENDIX = Experiment(
    "book/counts of appendix A",
    general_tree,
    "counts",
    "appendix A",
    numbers=tuple(Number(f"{name}: M, A", count, 0.0, where) for name, count, where in SINGLE),
    note="Between frames of a Denavit-Hartenberg row with constant twist; the articulated body moves 70M71A in "
    "McMillan and Orin (1995).",
)

EXPERIMENTS = (JOINTS, HUMANOID, TOTALS, APPENDIX)
