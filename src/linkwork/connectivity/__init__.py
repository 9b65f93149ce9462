"""How a machine hangs together: spanning tree and cuts, modules, subsystems, loops; the plan that the laws read."""
