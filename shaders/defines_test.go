package shaders

import "slices"

// spanDefines are the defines of passes of spans, by others that those do not have.
func spanDefines(defines []Define) []Define {
	more := []Define{{"SPANS", "7u"}, {"TEXELS_ALL", "5"}}
	for name, like := range map[string]string{"SPAN_FRICTION": "FILL", "LOADED": "WIND", "TRIANGLES": "LISTS", "REMEMBERS": "FILL"} {
		for _, d := range defines {
			if d.Name == like {
				more = append(more, Define{name, d.Value})
			}
		}
	}
	if slices.Contains(defines, Define{"NORMALIZED", "1"}) { // springs of such runs have contacts per mass
		more = append(more, Define{"SPANS_PER_MASS", "1"})
	}
	return append(defines, more...)
}

// passDefines has the defines of variants of the pipelines in place of SLOTTED,
// OFFSETTED, UNROLLED, WRITTEN and COLUMNED: as those of collisions, shaders ask whether they are there.
func passDefines(defines []Define) (out []Define) {
	for _, d := range defines {
		switch variant := (map[string]Define{"SLOTTED": {"SLOT_LAWS", "9u"}, "OFFSETTED": {"SLOT_OFFSETS", "1"}, "UNROLLED": {"UNROLL", "4u"}, "COLUMNED": {"COLUMN_SUM", "ON_LOWER(32u) ON_HIGHER(31u)"},
			"WRITTEN": {"REGULAR_VISITS", "uint mask0 = MASK(0u); VISIT((mask0 >> 1u & 1u) != 0u ? 1 : 0, 1.0, 0.5, 0.1);"}})[d.Name]; {
		case variant.Name == "REGULAR_VISITS" && !slices.Contains(defines, Define{"PRECISION", "0"}):
			continue // it computes in single precision
		case variant.Name == "":
			out = append(out, d)
		case d.Value == "1":
			out = append(out, variant)
		}
	}
	return out
}

// ownDefines are those of a pass of masses that loads the state of its mass once, where defines have text for the visits of
// springs, from a tile or not; others stay as they are.
func ownDefines(defines []Define, tiled bool) []Define {
	if !slices.ContainsFunc(defines, func(d Define) bool { return d.Name == "REGULAR_VISITS" }) || !slices.Contains(defines, Define{"FUSED", "1"}) {
		return defines
	}
	inPlace := !slices.Contains(defines, Define{"DAMPING", "1"})
	defines = slices.DeleteFunc(slices.Clone(defines), func(d Define) bool {
		return slices.Contains([]string{"RANGES", "PAIRS", "PAIR_FRICTION", "ENTRIES", "GROUPS", "SLOT_LAWS", "UNROLL"}, d.Name)
	})
	defines = append(defines, Define{"RANGES", "0"}, Define{"ENTRIES", "0"}, Define{"GROUPS", "0"}, Define{"OWN_STATE", "1"}, Define{"WHOLE_PINS", "1"})
	if inPlace {
		defines = append(defines, Define{"VELOCITY_IN_PLACE", "1"})
	}
	if tiled {
		defines = append(slices.DeleteFunc(defines, func(d Define) bool { return d.Name == "REGULAR_VISITS" }),
			Define{"REGULAR_VISITS", "if (i % 9u >= 1u) BOX_VISIT(-1, -1, 0, 0, 1.0, 0.5, 0.1);"},
			Define{"TILE", "1"}, Define{"LATTICE_SIZE", "ivec3(9, 8, 7)"}, Define{"LATTICE_REACH", "ivec3(1, 1, 1)"}, Define{"LATTICE_BLOCK", "ivec3(16, 4, 4)"})
	}
	return defines
}

// persistentDefines are those of the pass persistent, beside the optional ones of a run.
func persistentDefines(defines []Define) []Define {
	defines = slices.DeleteFunc(slices.Clone(defines), func(d Define) bool {
		return slices.Contains([]string{"FUSED", "REGULAR_VISITS", "ACTUATORS", "MOVING", "LOADS", "WIND", "DAMPING", "TENSION"}, d.Name)
	})
	return ownDefines(append(defines, Define{"FUSED", "1"}, Define{"REGULAR_VISITS", ""}, Define{"ACTUATORS", "0"}, Define{"MOVING", "0"}, Define{"LOADS", "0"}, Define{"WIND", "0"},
		Define{"DAMPING", "0"}, Define{"TENSION", "0"}), true)
}
