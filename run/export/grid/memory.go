package grid

import (
	"slices"

	"hooke/files/safefile"
	"hooke/model"
	"hooke/run/export"
)

// BlockMemory returns what blocks on their way to the disk take while a frame is written [bytes].
func BlockMemory(how export.Numbers) int64 {
	if how.Compress {
		return 3 * safefile.BlockMemory(safefile.BlockBytes) // before they are compressed, and tables, too
	}
	return safefile.BlockMemory(safefile.BlockBytes)
}

// Memory returns what a VTUSeries or VTKHDF of a model takes beside frames [bytes]: strains,
// forces and stresses, what rods have, those of a surface, and blocks on their way to the disk.
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
		springs += 4 + (3+4+3)*number // what segments of rods have
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

// TapeMemory returns what the growing files of a VTKHDF hold in memory until they are on the disk
// [bytes]: data and index of the structure, and of its surface.
func TapeMemory(m *model.Model) int64 {
	if hasSurface(m) {
		return 4 * safefile.PartBytes
	}
	return 2 * safefile.PartBytes
}
