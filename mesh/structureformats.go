package mesh

// structureFormats are the formats that hold masses and springs themselves.
func structureFormats() []format { return nil }
