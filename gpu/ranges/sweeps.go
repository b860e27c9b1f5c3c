package ranges

import (
	"slices"
)

// SweepSizes are the buffers of solvers that visit springs color by color, without the rows of
// their uniform blocks.
func SweepSizes(n Counts) []Size {
	return slices.Concat(ColorSizes(n), ImpulseSizes(n))
}

// ColorSizes are the springs once more, in the order of their colors.
func ColorSizes(n Counts) []Size {
	if !n.Sweeping {
		return nil
	}
	named := func(record string, count int64) Size {
		return Size{Name: "Sweep" + record, Bytes: sizeOf(record, count).Bytes}
	}
	return []Size{named("Ends", n.Springs), named("Spring", n.Springs), named("Material", n.Materials+n.PerSpring), sizeOf("SpringNumber", n.Springs)}
}

// ImpulseSizes are the buffers of the solver impulses beside those.
func ImpulseSizes(n Counts) []Size {
	if !n.Impulses {
		return nil
	}
	started := Size{Name: "Started", Bytes: sizeOf("Position", n.Masses).Bytes}
	return []Size{sizeOf("Impulse", n.Springs), sizeOf("Pressed", n.Pressed), sizeOf("Converged", 1), started}
}
