package format_test

import (
	"fmt"
	"testing/fstest"

	"hooke/mesh/format"
)

// The content decides the format of a file, whatever its name: here an STL file called part.txt, whose two
// triangles share an edge.
func ExampleReadFS() {
	const text = `solid
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 1 1 0
endloop
endfacet
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 1 0
vertex 0 1 0
endloop
endfacet
endsolid
`
	file, err := format.ReadFS(fstest.MapFS{"part.txt": {Data: []byte(text)}}, "part.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	file.Weld()
	fmt.Printf("%s: %d triangles of %d vertices, %g m²\n", file.Format, file.Surface.TriangleCount(), len(file.Surface.Vertices), file.Surface.Area())
	// Output:
	// STL (ASCII): 2 triangles of 4 vertices, 1 m²
}
