package mesh

// volumeFormats are the formats of volume meshes.
func volumeFormats() []format { return nil }
