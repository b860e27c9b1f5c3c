package volume

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"hooke/files/safefile"
	"hooke/mesh"
	"hooke/mesh/emit"
)

// WriteTetGen writes a mesh in the form of TetGen: path without its extension, and then .node
// (vertices), .ele (tetrahedra) and .face (triangles), with numbers from 1. Labels become
// boundary markers of vertices and triangles, and the first attribute of tetrahedra. It
// cuts polygons into fans. Beside tetrahedra it writes only polygons with a label, or all
// where path names the .face file. It writes a file without elements only to replace an
// older one. It returns an error for lines, for vertices alone, and for an .ele file
// without tetrahedra. It returns the paths of the files that it wrote.
// Format: TetGen's manual, section 5.
func WriteTetGen(path string, f *mesh.File) (wrote []string, err error) {
	if err := emit.Check(f); err != nil {
		return nil, err
	}
	if len(f.Surface.Lines) > 0 {
		return nil, errors.New("export: TetGen's files have no lines; write VTU, VTK, MSH or MEDIT")
	}
	if f.Surface.FaceCount() == 0 && len(f.Tets) == 0 {
		return nil, errors.New("export: vertices alone; TetGen's files hold tetrahedra or triangles")
	}
	extension := strings.ToLower(filepath.Ext(path))
	if extension == ".ele" && len(f.Tets) == 0 {
		return nil, fmt.Errorf("export: %s: there are no tetrahedra; triangles go to .face, which has its .node beside it", path)
	}
	t := tetgenWriter{f, extension == ".face"}
	base := path[:len(path)-len(extension)]
	for _, part := range []struct {
		extension string
		count     int
		write     func(*emit.Writer, int) error
	}{{".node", len(f.Surface.Vertices), t.nodes}, {".ele", len(f.Tets), t.tets}, {".face", t.triangleCount(), t.faces}} {
		name := base + part.extension
		if part.count == 0 {
			if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
				continue
			}
		}
		err := safefile.WriteNamed(name, func(w io.Writer) error {
			out := emit.New(w)
			if err := part.write(out, part.count); err != nil {
				return err
			}
			return out.Flush()
		})
		if err != nil {
			return wrote, err
		}
		wrote = append(wrote, name)
	}
	return wrote, nil
}

// tetgenWriter writes the parts of a mesh.
type tetgenWriter struct {
	*mesh.File
	outside bool // polygons without a label are written beside tetrahedra, too
}

// triangleCount returns the number of triangles that are written.
func (t tetgenWriter) triangleCount() (count int) {
	_ = t.eachFace(func([3]uint32, int32) error { count++; return nil })
	return count
}

// eachFace calls do for each triangle that is written.
func (t tetgenWriter) eachFace(do func(corners [3]uint32, label int32) error) error {
	for i := range t.Surface.FaceCount() {
		label := emit.LabelAt(t.FaceLabels, i)
		if len(t.Tets) > 0 && label == 0 && !t.outside {
			continue
		}
		corners := t.Surface.Face(i)
		for c := 2; c < len(corners); c++ {
			if err := do([3]uint32{corners[0], corners[c-1], corners[c]}, label); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t tetgenWriter) nodes(out *emit.Writer, count int) error {
	out.Text("%d 3 0 %d\n", count, tetgenMarkers(t.VertexLabels))
	for i, v := range t.Surface.Vertices {
		err := out.Put(func(b []byte) []byte {
			b = emit.AppendVertex(append(strconv.AppendInt(b, int64(i)+1, 10), ' '), v)
			return appendTetGenMarker(b, t.VertexLabels, emit.LabelAt(t.VertexLabels, i))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (t tetgenWriter) tets(out *emit.Writer, count int) error {
	out.Text("%d 4 %d\n", count, tetgenMarkers(t.TetLabels))
	for i, tet := range t.Tets {
		if err := out.Put(func(b []byte) []byte {
			return appendTetGenMarker(appendTetGen(b, i, tet[:]), t.TetLabels, emit.LabelAt(t.TetLabels, i))
		}); err != nil {
			return err
		}
	}
	return nil
}

func (t tetgenWriter) faces(out *emit.Writer, count int) error {
	out.Text("%d %d\n", count, tetgenMarkers(t.FaceLabels))
	number := 0
	return t.eachFace(func(corners [3]uint32, label int32) error {
		number++
		return out.Put(func(b []byte) []byte {
			return appendTetGenMarker(appendTetGen(b, number-1, corners[:]), t.FaceLabels, label)
		})
	})
}

// tetgenMarkers returns the number of markers in a line.
func tetgenMarkers(labels []int32) int {
	if labels == nil {
		return 0
	}
	return 1
}

// appendTetGen appends the number of an element and its corners, both from 1.
func appendTetGen(b []byte, i int, corners []uint32) []byte {
	b = strconv.AppendInt(b, int64(i)+1, 10)
	for _, v := range corners {
		b = strconv.AppendUint(append(b, ' '), uint64(v)+1, 10)
	}
	return b
}

// appendTetGenMarker ends a line, with a label if the file has labels.
func appendTetGenMarker(b []byte, labels []int32, label int32) []byte {
	if labels != nil {
		b = strconv.AppendInt(append(b, ' '), int64(label), 10)
	}
	return append(b, '\n')
}
