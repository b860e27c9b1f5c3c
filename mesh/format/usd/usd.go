// Package usd reads and writes USD as text (.usda), Pixar's format of scenes.
//
// WriteMoving streams a mesh that moves: points as time samples. Format returns the entry in the
// table of package mesh/format, which writes meshes at rest and reads the meshes, tetrahedra, curves
// and deformable bodies of a layer.
package usd

import (
	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/mesh/scan"
)

// Format returns the entry of USD in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "USD", Extensions: []string{".usda"}, Recognize: scan.StartsWith("#usda"), Read: Read,
		Holds: mesh.Holds{Lines: true, Tets: true}, Written: []string{".usda"}, Write: emit.ToFile(Write),
	}
}
