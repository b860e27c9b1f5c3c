package ranges

import (
	"slices"

	"hooke/shaders"
)

// SweepSizes are the buffers of solvers that visit springs color by color, without the rows of
// their uniform blocks.
func SweepSizes(n Counts) []Size {
	return slices.Concat(ColorSizes(n), ImpulseSizes(n), WorkSizes(n))
}

// ColorSizes are the springs once more, in the order of their colors.
func ColorSizes(n Counts) []Size {
	if !n.Sweeping {
		return nil
	}
	_, words := n.Precision.Words()
	named := func(record string, count int64) Size {
		return Size{Name: "Sweep" + record, Bytes: sizeOf(record, count).Bytes}
	}
	return []Size{named("Ends", n.Springs), named("Spring", n.Springs), named("Material", n.Materials+n.PerSpring*words), sizeOf("SpringNumber", n.Springs)}
}

// ImpulseSizes are the buffers of the solver impulses beside those.
func ImpulseSizes(n Counts) []Size {
	if !n.Impulses {
		return nil
	}
	position, words := n.Precision.Words()
	started := Size{Name: "Started", Bytes: sizeOf("Position", n.Masses*position).Bytes}
	return []Size{sizeOf("Impulse", impulseWords(n)), sizeOf("Pressed", n.Pressed*words), sizeOf("Converged", 1), started}
}

// impulseWords is how many words the impulses of springs take, with the works behind them.
func impulseWords(n Counts) int64 {
	_, words := n.Precision.Words()
	if n.Worked > 0 {
		words += 2 * shaders.SpringWorkKinds
	}
	return n.Springs * words
}

// WorkSizes is that of the works on masses in a run with a ledger.
func WorkSizes(n Counts) []Size {
	if n.Worked == 0 {
		return nil
	}
	return []Size{{Name: "Work", Bytes: WorkBytes(n.Worked)}}
}

// WorkBytes is the size of the works on so many items.
func WorkBytes(items int64) int64 { return sizeOf("Work", items*shaders.WorkKinds).Bytes }
