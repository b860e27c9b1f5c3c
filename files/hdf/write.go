package hdf

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
)

// SuperblockBytes is the size of the superblock at the beginning of a file.
const SuperblockBytes = 48

// signature begins an HDF5 file.
const signature = "\x89HDF\r\n\x1a\n"

// Group is a folder of a file.
type Group struct {
	Name   string // empty for the root
	Groups []Group
	Arrays []Array
	Lists  []List
	Texts  map[string]string  // attributes
	Ints   map[string][]int64 // attributes
}

// List is a short array that is written with the description of the file.
type List struct {
	Name string
	Data any // []int64 or []float64
}

// writer collects the description of a file.
type writer struct {
	begin uint64 // address of the first byte
	bytes []byte
}

func (w *writer) end() uint64 { return w.begin + uint64(len(w.bytes)) }

// Describe returns the bytes that describe a file and follow its chunks, which end at an
// address, and the superblock for its beginning. The data of a list with the name last
// are the last bytes of the file; empty: of no list.
func Describe(root Group, at int64, last string) (description, superblock []byte) {
	w := &writer{begin: uint64(at)}
	var ending *List
	for i := range root.Lists {
		if root.Lists[i].Name == last {
			ending = &root.Lists[i]
		}
	}
	// The last list is behind all else, so the length of all else is needed
	// first: it does not depend on the offset of the list.
	address := w.group(&root, ending, 0)
	if ending != nil {
		behind := w.end()
		w.bytes = nil
		address = w.group(&root, ending, behind)
		w.bytes = append(w.bytes, numbers(ending.Data)...)
	}
	b := append([]byte(signature), 2, 8, 8, 0)
	for _, at := range []uint64{0, nowhere, w.end(), address} {
		b = binary.LittleEndian.AppendUint64(b, at)
	}
	return w.bytes, binary.LittleEndian.AppendUint32(b, checksum(b))
}

// group writes a group with all in it and returns its address. The data of the list
// ending are at the address behind.
func (w *writer) group(g *Group, ending *List, behind uint64) uint64 {
	messages := []message{
		{ofLinkInfo, binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64([]byte{0, 0}, nowhere), nowhere)},
		{ofGroupInfo, []byte{0, 0}},
	}
	for _, name := range slices.Sorted(maps.Keys(g.Texts)) {
		text := g.Texts[name]
		messages = append(messages, attribute(name, textType(len(text)), dataspace(), []byte(text)))
	}
	for _, name := range slices.Sorted(maps.Keys(g.Ints)) {
		ints := g.Ints[name]
		axes := []int64{int64(len(ints))}
		if len(ints) == 1 {
			axes = nil
		}
		messages = append(messages, attribute(name, datatype(Int64), dataspace(axes...), numbers(ints)))
	}
	for i := range g.Groups {
		messages = append(messages, link(g.Groups[i].Name, w.group(&g.Groups[i], ending, behind)))
	}
	for i := range g.Arrays {
		messages = append(messages, link(g.Arrays[i].Name, w.array(&g.Arrays[i])))
	}
	for i := range g.Lists {
		l := &g.Lists[i]
		at := behind
		if l != ending {
			at = w.end()
			w.bytes = append(w.bytes, numbers(l.Data)...)
		}
		messages = append(messages, link(l.Name, w.list(l, at)))
	}
	return w.header(messages)
}

// fill says that rows without a value are 0.
var fill = message{ofFill, []byte{3, 2 | 2<<2}}

// array writes the header of an array and its tree of chunks.
func (w *writer) array(a *Array) uint64 {
	axes, chunk := a.shape()
	layout := binary.LittleEndian.AppendUint64([]byte{3, 2, byte(len(axes) + 1)}, w.tree(a))
	for _, n := range append(chunk, int64(a.Kind.Bytes())) {
		layout = binary.LittleEndian.AppendUint32(layout, uint32(n))
	}
	messages := []message{{ofDataspace, dataspace(axes...)}, {ofDatatype, datatype(a.Kind)}, fill, {ofLayout, layout}}
	if a.Zlib {
		deflate := []byte{2, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0} // one filter: deflate, with one number, the level 1
		messages = append(messages, message{ofFilters, deflate})
	}
	return w.header(messages)
}

// list writes the header of a list whose data are at an address.
func (w *writer) list(l *List, at uint64) uint64 {
	data := numbers(l.Data)
	kind := Int64
	if _, ok := l.Data.([]float64); ok {
		kind = Float64
	}
	layout := binary.LittleEndian.AppendUint64([]byte{3, 1}, at)
	layout = binary.LittleEndian.AppendUint64(layout, uint64(len(data)))
	return w.header([]message{{ofDataspace, dataspace(int64(len(data) / 8))}, {ofDatatype, datatype(kind)}, fill, {ofLayout, layout}})
}

// numbers returns the bytes of a list.
func numbers(data any) (out []byte) {
	switch d := data.(type) {
	case []int64:
		for _, x := range d {
			out = binary.LittleEndian.AppendUint64(out, uint64(x))
		}
	case []float64:
		for _, x := range d {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
		}
	}
	return out
}
