"""What developers run: setting up, pinning, catalogues and generated pages."""
