package volume

import (
	"fmt"
	"io"
	"strconv"

	"hooke/mesh"
	"hooke/mesh/emit"
)

// WriteMEDIT writes a MEDIT .mesh file in text, version 2, with labels as references. It cuts
// polygons of more than four corners into fans. It returns an error for a mesh that is
// not valid, and when w fails.
func WriteMEDIT(w io.Writer, f *mesh.File) error {
	if err := emit.Check(f); err != nil {
		return err
	}
	out := emit.New(w)
	head := fmt.Sprintf("MeshVersionFormatted 2\nDimension 3\nVertices\n%d\n", len(f.Surface.Vertices))
	if err := out.Vertices(head, f.Surface.Vertices, f.VertexLabels, " 0"); err != nil {
		return err
	}
	for _, section := range []struct {
		name         string
		dim, corners int
	}{{"Edges", 1, 2}, {"Triangles", 2, 3}, {"Quadrilaterals", 2, 4}, {"Tetrahedra", 3, 4}} {
		count := 0
		_ = emit.EachSimple(f, func(dim int, corners []uint32, _ int32) error {
			if dim == section.dim && len(corners) == section.corners {
				count++
			}
			return nil
		})
		if count == 0 {
			continue
		}
		out.Text("%s\n%d\n", section.name, count)
		_ = emit.EachSimple(f, func(dim int, corners []uint32, label int32) error {
			if dim != section.dim || len(corners) != section.corners {
				return nil
			}
			return out.Put(func(b []byte) []byte {
				for _, v := range corners {
					b = append(strconv.AppendUint(b, uint64(v)+1, 10), ' ')
				}
				return append(strconv.AppendInt(b, int64(label), 10), '\n')
			})
		})
	}
	out.Text("End\n")
	return out.Flush()
}
