package format

import (
	"hooke/mesh"
	"hooke/mesh/format/obj"
)

// Spot reads the mesh that comes with the program, see mesh.SpotOBJ. Every call gives a new
// surface.
func Spot() (*mesh.Surface, error) { return obj.Read(mesh.SpotOBJ(), "spot.obj") }
