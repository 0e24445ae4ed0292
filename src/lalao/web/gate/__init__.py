"""The gate for requests, before anything in them is believed: who may ask, how much, and with which code."""
