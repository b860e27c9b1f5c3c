package ranges

// SweepSizes are the buffers of the solver impulses, without the rows of its uniform block: the
// springs once more, in the order of their colors, and what passes find.
func SweepSizes(n Counts) []Size {
	if !n.Sweeping {
		return nil
	}
	_, words := n.Precision.Words()
	named := func(record string, count int64) Size {
		return Size{Name: "Sweep" + record, Bytes: sizeOf(record, count).Bytes}
	}
	return []Size{
		named("Ends", n.Springs), named("Spring", n.Springs), named("Material", n.Materials+n.PerSpring*words),
		sizeOf("Impulse", n.Springs*words), sizeOf("SpringNumber", n.Springs), sizeOf("Pressed", n.Pressed*words), sizeOf("Converged", 1),
	}
}
