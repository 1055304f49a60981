"""Links with free names: shapes are inferred, both sides run at exact points, and a difference is shown."""
