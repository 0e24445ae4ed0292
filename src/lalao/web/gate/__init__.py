"""What comes in before anything of it is believed: who may ask, how much, and with which code."""
