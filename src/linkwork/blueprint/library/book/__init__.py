"""Machines of Shah, Saha and Dutt, Dynamics of Tree-Type Robotic Systems (Springer, 2013) and of its program ReDySim."""
