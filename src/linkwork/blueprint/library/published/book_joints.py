"""Euler-angle joints of Shah, Saha and Dutt (2013), chapter 3: Denavit-Hartenberg rows and matrices of them all."""

from __future__ import annotations

from ..book.trees import double_pendulum
from ..experiment import Experiment, Number

Rows = tuple[tuple[int, int], ...]
"""Twist α and constant part of θ in degrees, for each row of a joint."""

TRIPLES: dict[str, tuple[int, Rows, Rows, str]] = {
    # turn about Z before the rows; rows of the three angles; constant rows behind; matrix, row after row
    "ZXZ": (0, ((0, 90), (90, 0), (-90, -90)), (), "-S1C2S3+C1C3 -S1C2C3-C1S3 S1S2 C1C2S3+S1C3 C1C2C3-S1S3 -C1S2 "
            "S2S3 S2C3 C2"),
    "ZYZ": (0, ((0, 0), (-90, 0), (90, 0)), (), "C1C2C3-S1S3 -C1C2S3-S1C3 C1S2 S1C2C3+C1S3 -S1C2S3+C1C3 S1S2 "
            "-S2C3 S2S3 C2"),
    "ZXY": (0, ((0, 90), (90, -90), (-90, -90)), ((90, 0),), "-S1S2S3+C1C3 -S1C2 S1S2C3+C1S3 C1S2S3+S1C3 C1C2 "
            "-C1S2C3+S1S3 -C2S3 S2 C2C3"),
    "ZYX": (0, ((0, 0), (-90, 90), (90, 90)), ((-90, -90),), "C1C2 C1S2S3-S1C3 C1S2C3+S1S3 S1C2 S1S2S3+C1C3 "
            "S1S2C3-C1S3 -S2 C2S3 C2C3"),
    "YXY": (0, ((-90, 90), (90, 0), (-90, -90)), ((90, 0),), "-S1C2S3+C1C3 S1S2 S1C2C3+C1S3 S2S3 C2 -S2C3 "
            "-C1C2S3-S1C3 C1S2 C1C2C3-S1S3"),
    "YZY": (0, ((-90, 0), (90, 0), (-90, 0)), ((90, 0),), "C1C2C3-S1S3 -C1S2 C1C2S3+S1C3 S2C3 C2 S2S3 "
            "-S1C2C3-C1S3 S1S2 -S1C2S3+C1C3"),
    "YXZ": (0, ((-90, 90), (90, 90), (-90, -90)), (), "S1S2S3+C1C3 S1S2C3-C1S3 S1C2 C2S3 C2C3 -S2 C1S2S3-S1C3 "
            "C1S2C3+S1S3 C1C2"),
    "YZX": (0, ((-90, 0), (90, 90), (90, 0)), ((-90, -90),), "C1C2 -C1S2C3+S1S3 C1S2S3+S1C3 S2 C2C3 -C2S3 -S1C2 "
            "S1S2C3+C1S3 -S1S2S3+C1C3"),
    "XYX": (90, ((90, -90), (-90, 0), (90, 90)), ((-90, -90),), "C2 S2S3 S2C3 S1S2 -S1C2S3+C1C3 -S1C2C3-C1S3 -C1S2 "
            "C1C2S3+S1C3 C1C2C3-S1S3"),
    "XZX": (90, ((90, 0), (-90, 0), (90, 0)), ((-90, -90),), "C2 -S2C3 S2S3 C1S2 C1C2C3-S1S3 -C1C2S3-S1C3 S1S2 "
            "S1C2C3+C1S3 -S1C2S3+C1C3"),
    "XYZ": (90, ((90, -90), (-90, -90), (90, 0)), (), "C2C3 -C2S3 S2 S1S2C3+C1S3 -S1S2S3+C1C3 -S1C2 -C1S2C3+S1S3 "
            "C1S2S3+S1C3 C1C2"),
    "XZY": (90, ((90, 0), (-90, -90), (-90, 0)), ((90, 0),), "C2C3 -S2 C2S3 C1S2C3+S1S3 C1C2 C1S2S3-S1C3 "
            "S1S2C3-C1S3 S1C2 S1S2S3+C1C3"),
}  # fmt: skip
PAIRS: dict[str, tuple[int, Rows, Rows, str]] = {
    "ZX": (0, ((0, 90), (90, 0)), ((-90, -90),), "C1 -S1C2 S1S2 S1 C1C2 -C1S2 0 S2 C2"),
    "ZY": (0, ((0, 0), (-90, 0)), ((90, 0),), "C1C2 -S1 C1S2 S1C2 C1 S1S2 -S2 0 C2"),
    "YX": (0, ((-90, 90), (90, 90)), ((-90, -90),), "C1 S1S2 S1C2 0 C2 -S2 -S1 C1S2 C1C2"),
    "YZ": (0, ((-90, 0), (90, 0)), (), "C1C2 -C1S2 S1 S2 C2 0 -S1C2 S1S2 C1"),
    "XY": (90, ((90, -90), (-90, -90)), ((90, 0),), "C2 0 S2 S1S2 C1 -S1C2 -C1S2 S1 C1C2"),
    "XZ": (90, ((90, 0), (-90, -90)), (), "C2 -S2 0 C1S2 C1C2 -S1 S1S2 S1C2 C1"),
}
MISPRINTS = (  # sequence, table, entry counted from 0, what is printed there
    ("XZX", "table 3.1", 8, "S1C2S3+C1C3"), ("YXZ", "table 3.1", 7, "C1S2C3+C1S3"),
    ("XZX", "table 3.6", 8, "-S1C2S3-C1C3"),
)  # fmt: skip
SWAP = "quarter turns about two axes, sign patterns for which the swap holds, signs in the"

JOINTS = Experiment(
    "book/Euler-angle joints",
    double_pendulum,
    "counts",
    "chapter 3, tables 3.1, 3.6 to 3.8",
    numbers=(
        *(
            Number(f"{name}: rows and matrix less the turns themselves", 0.0, 1e-15, "tables 3.1 and 3.6")
            for name in TRIPLES
        ),
        *(Number(f"{name}: rows and matrix less the turns themselves", 0.0, 1e-15, "table 3.8") for name in PAIRS),
        *(
            Number(f"{name}: entry ({k // 3 + 1}, {k % 3 + 1}) of the matrix", printed, 0.0, table)
            for name, table, k, printed in MISPRINTS
        ),
        Number(f"{SWAP} same order", 48, 0.5, "equation 3.8"),
        Number(f"{SWAP} reversed order", 48, 0.5, "equation 3.8", "derived"),
    ),
    note="Rows of table 3.8 that cannot be read are those that equations 3.9 to 3.14 give.",
)

EXPERIMENTS = (JOINTS,)
