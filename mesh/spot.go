package mesh

import (
	"bytes"
	_ "embed" // for the mesh below
)

//go:embed testdata/spot.obj
var spotOBJ []byte

// Spot reads the mesh that comes with the program: Spot the cow by Keenan
// Crane (public domain, CC0), 5,856 triangles, closed, 1.7 units long and tall, y
// up. Every call gives a new surface.
func Spot() (*Surface, error) { return ReadOBJ(bytes.NewReader(spotOBJ), "spot.obj") }
