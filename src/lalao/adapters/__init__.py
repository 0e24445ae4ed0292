"""The games as environments of other libraries (PettingZoo, Gymnasium, OpenSpiel), and many games at once."""
