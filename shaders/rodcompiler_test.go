package shaders

import "slices"

// rodPasses are those of rods, which are not divided.
var rodPasses = []Name{BeginRods, SweepSegments, SweepJoints, FinishRods, ResidualRods, MeasureRods, MeasureLinks, BookRods, KeepRods}

// rodDefines are those of such a pass: with clamps or without, and each phase of a residual.
func rodDefines(defines []Define) []Define {
	if slices.Contains(defines, Define{"LEDGER", "1"}) {
		defines = append(slices.Clone(defines), Define{"WORKS", "1"})
	}
	second := OnOff(slices.Contains(defines, Define{"STAGE", "2"}))
	defines = slices.DeleteFunc(slices.Clone(defines), func(d Define) bool { return d.Name == "RANGES" })
	phase := map[string]string{"0": "1", "1": "2"}[second]
	return append(defines, Define{"RANGES", "0"}, Define{"CLAMPS", second}, Define{"CLAMP_SIGNAL", "5"}, Define{"PHASE", phase})
}
