"""Machines of Shah, Saha and Dutt, Dynamics of Tree-Type Robotic Systems (2013), and of its program ReDySim."""
