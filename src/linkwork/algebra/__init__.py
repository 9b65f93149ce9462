"""Numbers of any kind, and what mechanics builds of them: vectors, poses, twists, wrenches, inertias."""
