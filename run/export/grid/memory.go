package grid

import (
	"slices"

	"hooke/files/safefile"
	"hooke/model"
	"hooke/run/export"
)

// BlockMemory returns the memory of blocks to be written, while a frame is written [bytes].
func BlockMemory(how export.Numbers) int64 {
	if how.Compress {
		return 3 * safefile.BlockMemory(safefile.BlockBytes) // before they are compressed, and tables, too
	}
	return safefile.BlockMemory(safefile.BlockBytes)
}

// Memory returns the memory of a VTUSeries or VTKHDF of a model in addition to frames
// [bytes]: strains, forces and stresses, those of rods and of a surface, and blocks to be
// written.
func Memory(m *model.Model, how export.Numbers) int64 {
	number := int64(4)
	if how.Float64 {
		number = 8
	}
	springs := 3 * number
	if slices.Contains(m.MaterialOf, model.Removed) {
		springs += 4
	}
	if m.Own != nil || m.HasNormalized() {
		springs += 16 // their coefficients
	}
	if m.Segments != nil && m.HasRods() {
		springs += 4 + (3+4+3)*number // the fields of segments of rods
	}
	bytes := springs*int64(m.SpringCount()) + BlockMemory(how)
	if hasSurface(m) {
		bytes += int64(m.MassCount()) * (3*(8+number) + 4 + 12*number)
	}
	return bytes
}

func hasSurface(m *model.Model) bool {
	return m.Skin != nil && len(m.Skin.Triangles) > 0 || len(m.Triangles) > 0
}

// TapeMemory returns the memory of the growing files of a VTKHDF until they are on disk
// [bytes]: data and index of the structure and of its surface.
func TapeMemory(m *model.Model) int64 {
	if hasSurface(m) {
		return 4 * safefile.PartBytes
	}
	return 2 * safefile.PartBytes
}
