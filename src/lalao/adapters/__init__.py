"""The games as environments for other libraries (PettingZoo, Gymnasium, OpenSpiel), and in batches."""
