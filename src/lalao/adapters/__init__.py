"""The games as environments of other libraries: PettingZoo, Gymnasium."""
