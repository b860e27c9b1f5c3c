package mesh

import (
	"bytes"
	_ "embed" // for the mesh below
	"io"
)

//go:embed testdata/spot.obj
var spotOBJ []byte

// SpotOBJ returns the OBJ file that is part of the program: Spot the cow by Keenan Crane
// (public domain, CC0), 5,856 triangles, closed, 1.7 units long and tall, y up.
func SpotOBJ() io.Reader { return bytes.NewReader(spotOBJ) }
