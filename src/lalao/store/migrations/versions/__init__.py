"""The steps of the migrations, oldest first."""
