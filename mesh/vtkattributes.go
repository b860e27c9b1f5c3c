package mesh

import (
	"fmt"
	"strings"
)

// attributes reads the numbers at points and cells, of which labels of cells alone
// are kept. The structure is complete before them: where they are not understood, or
// end early, they are passed over with a note.
func (v *vtk) attributes(keyword string) {
	cells := keyword == "CELL_DATA"
	rows := v.count("the number of rows of data")
	for v.err == nil && v.more() {
		switch keyword = strings.ToUpper(string(v.word("a keyword"))); keyword {
		case "POINT_DATA", "CELL_DATA":
			cells = keyword == "CELL_DATA"
			rows = v.count("the number of rows of data")
		case "METADATA":
			v.section("METADATA")
		default:
			if !v.attribute(keyword, rows, cells) {
				v.notes = append(v.notes, fmt.Sprintf("numbers at points and cells from %s on were passed over", quoted([]byte(keyword))))
				return
			}
		}
	}
	if v.err != nil {
		v.notes = append(v.notes, fmt.Sprintf("numbers at points and cells were passed over: %v", v.err))
		v.err, v.labels = nil, nil
	}
}

// attribute reads one array or field; false where its kind is not known.
func (v *vtk) attribute(keyword string, rows int, cells bool) bool {
	switch keyword {
	case "FIELD":
		v.word("the name of a field")
		for range v.count("the number of arrays of a field") {
			if v.err != nil || !v.more() {
				break
			}
			if v.is("METADATA") {
				v.word("METADATA")
				v.section("METADATA")
			}
			name := string(v.word("the name of an array"))
			components, tuples := v.count("the components of an array"), v.count("the tuples of an array")
			if !v.column(name, string(v.word("a type of number")), int64(components)*int64(tuples), cells && components == 1 && tuples == rows) {
				return false
			}
		}
		return true
	case "SCALARS":
		name, kind := string(v.word("a name")), string(v.word("a type of number"))
		line := strings.Fields(string(v.textLine())) // the number of components, if not 1
		width := int64(1)
		if len(line) > 0 {
			width, _, _ = parseInt([]byte(line[0]))
		}
		v.word("LOOKUP_TABLE")
		v.word("the name of a table")
		return v.column(name, kind, width*int64(rows), cells && width == 1)
	case "VECTORS", "NORMALS":
		v.word("a name")
		return v.column("", string(v.word("a type of number")), 3*int64(rows), false)
	case "TENSORS":
		v.word("a name")
		return v.column("", string(v.word("a type of number")), 9*int64(rows), false)
	case "GLOBAL_IDS", "PEDIGREE_IDS":
		v.word("a name")
		return v.column("", string(v.word("a type of number")), int64(rows), false)
	case "TEXTURE_COORDINATES":
		v.word("a name")
		width := v.count("a number of components")
		return v.column("", string(v.word("a type of number")), int64(width)*int64(rows), false)
	case "LOOKUP_TABLE", "COLOR_SCALARS":
		v.word("a name")
		width := int64(4)
		size := v.count("a number of colors")
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

// column reads count numbers, as labels where they may be; false where their type
// is not known.
func (v *vtk) column(name, kind string, count int64, may bool) bool {
	t, ok := vtkNumbers(strings.ToLower(kind))
	if !ok || count < 0 {
		return false
	}
	rank, named := isLabelName(name)
	if !may || !named || t.float || v.labels != nil && rank >= v.rank {
		v.numbers(func() {
			if v.binary {
				v.skip(count*int64(t.bytes), "an array")
			}
			for i := int64(0); !v.binary && i < count && v.err == nil; i++ {
				v.word("a number")
			}
		})
		return true
	}
	var found pile[int32]
	v.numbers(func() {
		for i := int64(0); i < count && v.err == nil; i++ {
			found.add(clampLabel(vtkInteger(v.scan, t, "a label of a cell")))
		}
	})
	v.labels, v.rank = found.join(), rank
	return true
}
