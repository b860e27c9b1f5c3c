package vtk

import (
	"fmt"
	"strings"

	"hooke/mesh"
	"hooke/mesh/scan"
)

// attributes reads the numbers at points and cells, and keeps only the labels of cells.
// The structure is complete before them, so where they are not understood, or end early,
// it skips them with a note.
func (v *vtk) attributes(keyword string) {
	cells := keyword == "CELL_DATA"
	rows := v.Count("the number of rows of data")
	for v.Err == nil && v.More() {
		switch keyword = strings.ToUpper(string(v.Word("a keyword"))); keyword {
		case "POINT_DATA", "CELL_DATA":
			cells = keyword == "CELL_DATA"
			rows = v.Count("the number of rows of data")
		case "METADATA":
			v.section("METADATA")
		default:
			if !v.attribute(keyword, rows, cells) {
				v.notes = append(v.notes, fmt.Sprintf("numbers at points and cells from %s on were passed over", scan.Quoted([]byte(keyword))))
				return
			}
		}
	}
	if v.Err != nil {
		v.notes = append(v.notes, fmt.Sprintf("numbers at points and cells were passed over: %v", v.Err))
		v.Err, v.labels = nil, nil
	}
}

// attribute reads one array or field. It returns false where its kind is not known.
func (v *vtk) attribute(keyword string, rows int, cells bool) bool {
	switch keyword {
	case "FIELD":
		v.Word("the name of a field")
		for range v.Count("the number of arrays of a field") {
			if v.Err != nil || !v.More() {
				break
			}
			if v.Is("METADATA") {
				v.Word("METADATA")
				v.section("METADATA")
			}
			name := string(v.Word("the name of an array"))
			components, tuples := v.Count("the components of an array"), v.Count("the tuples of an array")
			if !v.column(name, string(v.Word("a type of number")), int64(components)*int64(tuples), cells && components == 1 && tuples == rows) {
				return false
			}
		}
		return true
	case "SCALARS":
		name, kind := string(v.Word("a name")), string(v.Word("a type of number"))
		line := strings.Fields(string(v.TextLine())) // the number of components, if it is not 1
		width := int64(1)
		if len(line) > 0 {
			width, _, _ = scan.ParseInt([]byte(line[0]))
		}
		v.Word("LOOKUP_TABLE")
		v.Word("the name of a table")
		return v.column(name, kind, width*int64(rows), cells && width == 1)
	case "VECTORS", "NORMALS":
		v.Word("a name")
		return v.column("", string(v.Word("a type of number")), 3*int64(rows), false)
	case "TENSORS":
		v.Word("a name")
		return v.column("", string(v.Word("a type of number")), 9*int64(rows), false)
	case "TENSORS6":
		v.Word("a name")
		return v.column("", string(v.Word("a type of number")), 6*int64(rows), false)
	case "GLOBAL_IDS", "PEDIGREE_IDS":
		v.Word("a name")
		return v.column("", string(v.Word("a type of number")), int64(rows), false)
	case "TEXTURE_COORDINATES":
		v.Word("a name")
		width := v.Count("a number of components")
		return v.column("", string(v.Word("a type of number")), int64(width)*int64(rows), false)
	case "LOOKUP_TABLE", "COLOR_SCALARS":
		v.Word("a name")
		width := int64(4)
		size := v.Count("a number of colors")
		if keyword == "COLOR_SCALARS" {
			width, size = int64(size), rows
		}
		kind := "float"
		if v.raw {
			kind = "unsigned_char"
		}
		return v.column("", kind, width*int64(size), false)
	}
	return false
}

// column reads count numbers, and keeps them as labels where may allows it and the name
// fits. It returns false where their type is not known.
func (v *vtk) column(name, kind string, count int64, may bool) bool {
	kind = strings.ToLower(kind)
	if count >= 0 && v.passed(kind, count) {
		return true
	}
	t, ok := vtkNumbers(kind)
	if !ok || count < 0 {
		return false
	}
	rank, named := mesh.IsLabelName(name)
	if !may || !named || t.float || v.labels != nil && rank >= v.rank {
		v.numbers(func() {
			if v.Binary {
				v.Skip(count*int64(t.bytes), "an array")
			}
			for i := int64(0); !v.Binary && i < count && v.Err == nil; i++ {
				v.Word("a number")
			}
		})
		return true
	}
	var found scan.ChunkedSlice[int32]
	v.numbers(func() {
		for i := int64(0); i < count && v.Err == nil; i++ {
			found.Add(mesh.ClampLabel(vtkInteger(v.Cursor, t, "a label of a cell")))
		}
	})
	v.labels, v.rank = found.Join(), rank
	return true
}
