"""What a machine is: bodies, joints, closures, loads and actuators as frozen data; nothing here computes its motion."""
