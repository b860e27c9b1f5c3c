package vtk

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"hooke/mesh/scan"
)

// array reads an array where it is needed.
func (v *vtu) array(tag scan.Tag) {
	if len(v.Open) < 2 || len(v.pieces) == 0 || v.Self && tag.Get("format") != "appended" {
		return // the array belongs to nothing in particular, or is empty
	}
	a := vtuArray{piece: v.pieces[len(v.pieces)-1]}
	switch parent, name := v.Open[len(v.Open)-2], tag.Get("Name"); {
	case parent == "Points":
		a.role = "Points"
		if n := tag.Get("NumberOfComponents"); n != "3" {
			v.Fault("points of %s components; they have 3", scan.Quoted([]byte(n)))
		}
	case parent == "CellData":
		if !a.piece.takesLabels(tag) {
			return
		}
		a.role = "labels"
	case name != "connectivity" && name != "offsets" && name != "types":
		return
	case parent == "Cells" && !v.poly:
		a.role, a.cells = name, a.piece.lists[0]
	case v.poly:
		a.role = name
		for i, list := range []string{"Verts", "Lines", "Strips", "Polys"} {
			if parent == list {
				a.cells = a.piece.lists[i]
			}
		}
		if a.cells == nil {
			return
		}
	default:
		return
	}

	kind := strings.ToLower(tag.Get("type"))
	var ok bool
	if a.number, ok = vtkNumbers(kind); !ok {
		v.Fault("array %s has numbers of type %s, which is not read", a.role, scan.Quoted([]byte(kind)))
		return
	}
	switch format := tag.Get("format"); format {
	case "", "ascii":
		v.take(a, v.Cursor)
	case "binary":
		v.takeBinary(a, &base64Reader{Cursor: v.Cursor})
	case "appended":
		place, err := strconv.ParseInt(tag.Get("offset"), 10, 64)
		if err != nil || place < 0 {
			v.Fault("array %s is appended at offset %s, which is not a place", a.role, scan.Quoted([]byte(tag.Get("offset"))))
		}
		a.place = place
		v.waiting = append(v.waiting, a)
	default:
		v.Fault("array %s has the format %s; it is ascii, binary or appended", a.role, scan.Quoted([]byte(format)))
	}
}

// appended reads the waiting arrays from the data at the end.
func (v *vtu) appended(tag scan.Tag) {
	encoding := tag.Get("encoding")
	if encoding != "raw" && encoding != "base64" {
		v.Fault("appended data with encoding %s; it is raw or base64", scan.Quoted([]byte(encoding)))
		return
	}
	if !v.More() || !v.Ahead("_") {
		v.Fault("appended data does not begin with an underscore")
		return
	}
	v.Bytes(1, "_")
	v.Binary = true
	start := v.At()
	slices.SortStableFunc(v.waiting, func(a, b vtuArray) int { return cmp.Compare(a.place, b.place) })
	for _, a := range v.waiting {
		if v.Err != nil {
			return
		}
		ahead := start + a.place - v.At()
		if ahead < 0 {
			v.Fault("array %s at offset %d begins inside the one before", a.role, a.place)
			return
		}
		v.Skip(ahead, "an appended array")
		var data io.Reader = v.Cursor
		if encoding == "base64" {
			data = &base64Reader{Cursor: v.Cursor}
		}
		v.takeBinary(a, data)
	}
	v.waiting = nil
}

// takeBinary reads an array behind its header.
func (v *vtu) takeBinary(a vtuArray, encoded io.Reader) {
	if v.Err != nil {
		return
	}
	var data io.Reader
	if v.compressed() {
		data = v.blocks(a, encoded)
	} else {
		data = v.plain(a, encoded)
	}
	if v.Err != nil {
		return
	}
	if v.window == nil {
		v.window = make([]byte, 0, scan.BufferBytes)
	}
	inner := scan.NewBinary(data, v.Name, v.Order, v.window)
	v.take(a, inner)
	if v.Err == nil && inner.Err != nil {
		v.Fault("array %s: %w", a.role, inner.Err)
	}
}
