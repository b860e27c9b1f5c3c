package volume

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"hooke/mesh"
	"hooke/mesh/emit"
)

// WriteGmsh writes a Gmsh .msh file in text, version 2.2. Labels become physical groups, with
// their names. Polygons of more than four corners are cut into fans. WriteGmsh returns an
// error for a mesh that is not valid, for the name of a label with a quote or a line end,
// and when w fails.
func WriteGmsh(w io.Writer, f *mesh.File) error {
	if err := emit.Check(f); err != nil {
		return err
	}
	for _, n := range f.LabelNames {
		if slices.ContainsFunc([]rune(n.Name), func(r rune) bool { return r < ' ' || r == '"' }) {
			return fmt.Errorf("export: the label name %q has a quote or a line end, which Gmsh files cannot hold", n.Name)
		}
	}
	out := emit.New(w)
	out.Text("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n")
	if names := f.LabelNames; len(names) > 0 {
		out.Text("$PhysicalNames\n%d\n", len(names))
		for _, n := range names {
			out.Text("%d %d \"%s\"\n", n.Dim, n.Label, n.Name)
		}
		out.Text("$EndPhysicalNames\n")
	}
	out.Text("$Nodes\n%d\n", len(f.Surface.Vertices))
	for i, v := range f.Surface.Vertices {
		if err := out.Put(func(b []byte) []byte {
			return append(emit.AppendVertex(append(strconv.AppendInt(b, int64(i)+1, 10), ' '), v), '\n')
		}); err != nil {
			return err
		}
	}
	count := 0
	_ = emit.EachSimple(f, func(int, []uint32, int32) error { count++; return nil })
	out.Text("$EndNodes\n$Elements\n%d\n", count)
	number := 0
	_ = emit.EachSimple(f, func(dim int, corners []uint32, label int32) error {
		number++
		shape := [...]int{15, 1, len(corners) - 1, 4}[dim] // Gmsh's: 15 point, 1 line, 2 triangle, 3 quadrangle, 4 tetrahedron
		return out.Put(func(b []byte) []byte {
			b = fmt.Appendf(b, "%d %d 2 %d %d", number, shape, label, max(1, label))
			for _, v := range corners {
				b = strconv.AppendUint(append(b, ' '), uint64(v)+1, 10)
			}
			return append(b, '\n')
		})
	})
	out.Text("$EndElements\n")
	return out.Flush()
}
