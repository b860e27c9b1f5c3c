package format

import (
	"hooke/mesh"
	"hooke/mesh/format/surface"
)

// Spot reads the mesh that comes with the program, see mesh.SpotOBJ. Every call gives a new
// surface.
func Spot() (*mesh.Surface, error) { return surface.ReadOBJ(mesh.SpotOBJ(), "spot.obj") }
