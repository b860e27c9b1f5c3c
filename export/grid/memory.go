package grid

import (
	"slices"

	"hooke/export"
	"hooke/model"
	"hooke/stream"
)

// Memory is what a VTUSeries or VTKHDF of a model takes beside frames [bytes]: strains,
// forces and stresses, those of a surface, and blocks on their way to the disk.
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
	bytes := springs*int64(m.SpringCount()) + stream.Memory(stream.BlockBytes)
	if how.Compress {
		bytes += 2 * stream.Memory(stream.BlockBytes) // blocks before they are compressed, and tables
	}
	if (m.Skin != nil && len(m.Skin.Triangles) > 0) || len(m.Triangles) > 0 {
		bytes += int64(m.MassCount()) * (3*(8+number) + 4 + 12*number)
	}
	return bytes
}
