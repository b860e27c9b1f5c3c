package mesh

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
)

// array takes an array where it is needed.
func (v *vtu) array(tag xmlTag) {
	if len(v.open) < 2 || len(v.pieces) == 0 || v.self && tag.get("format") != "appended" {
		return // of nothing in particular, or empty
	}
	a := vtuArray{piece: v.pieces[len(v.pieces)-1]}
	switch parent, name := v.open[len(v.open)-2], tag.get("Name"); {
	case parent == "Points":
		a.role = "Points"
		if n := tag.get("NumberOfComponents"); n != "3" {
			v.fault("points of %s components; they have 3", quoted([]byte(n)))
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

	kind := strings.ToLower(tag.get("type"))
	var ok bool
	if a.number, ok = vtkNumbers(kind); !ok {
		v.fault("array %s has numbers of type %s, which is not read", a.role, quoted([]byte(kind)))
		return
	}
	switch format := tag.get("format"); format {
	case "", "ascii":
		v.take(a, v.scan)
	case "binary":
		v.takeBinary(a, &base64Reader{scan: v.scan})
	case "appended":
		place, err := strconv.ParseInt(tag.get("offset"), 10, 64)
		if err != nil || place < 0 {
			v.fault("array %s is appended at offset %s, which is not a place", a.role, quoted([]byte(tag.get("offset"))))
		}
		a.place = place
		v.waiting = append(v.waiting, a)
	default:
		v.fault("array %s has the format %s; it is ascii, binary or appended", a.role, quoted([]byte(format)))
	}
}

// appended takes the waiting arrays from the data at the end.
func (v *vtu) appended(tag xmlTag) {
	encoding := tag.get("encoding")
	if encoding != "raw" && encoding != "base64" {
		v.fault("appended data with encoding %s; it is raw or base64", quoted([]byte(encoding)))
		return
	}
	if !v.more() || !v.ahead("_") {
		v.fault("appended data does not begin with an underscore")
		return
	}
	v.bytes(1, "_")
	v.binary = true
	start := v.at()
	slices.SortStableFunc(v.waiting, func(a, b vtuArray) int { return cmp.Compare(a.place, b.place) })
	for _, a := range v.waiting {
		if v.err != nil {
			return
		}
		ahead := start + a.place - v.at()
		if ahead < 0 {
			v.fault("array %s at offset %d begins inside the one before", a.role, a.place)
			return
		}
		v.skip(ahead, "an appended array")
		var data io.Reader = v.scan
		if encoding == "base64" {
			data = &base64Reader{scan: v.scan}
		}
		v.takeBinary(a, data)
	}
	v.waiting = nil
}

// takeBinary takes an array behind its header.
func (v *vtu) takeBinary(a vtuArray, encoded io.Reader) {
	if v.err != nil {
		return
	}
	var data io.Reader
	if v.compressed() {
		data = v.blocks(a, encoded)
	} else {
		data = v.plain(a, encoded)
	}
	if v.err != nil {
		return
	}
	if v.window == nil {
		v.window = make([]byte, 0, bufferBytes)
	}
	inner := &scan{r: data, name: v.name, order: v.order, binary: true, buffer: v.window[:0]}
	v.take(a, inner)
	if v.err == nil && inner.err != nil {
		v.fault("array %s: %w", a.role, inner.err)
	}
}
