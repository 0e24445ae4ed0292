"""Work too long for the server itself: child processes that think, describe and print, and who is served next."""
