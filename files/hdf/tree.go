package hdf

import "encoding/binary"

// treeWidth is how many children a node of a B-tree has at most: 2K, and K is 32 unless
// a file says otherwise.
const treeWidth = 64

// nowhere is the address of missing objects.
const nowhere = ^uint64(0)

// child is a chunk, or a node of the level below, with the index of its first number.
type child struct {
	bytes   uint32 // of a chunk; of a node those of its first chunk
	row     uint64 // along the first axis; the index along the others is 0
	address uint64
}

// tree writes the B-tree of the chunks of an array and returns the address of its root.
func (w *writer) tree(a *Array) uint64 {
	if len(a.Chunks) == 0 {
		return nowhere
	}
	axes, chunk := a.shape()
	var level []child
	for i, c := range a.Chunks {
		level = append(level, child{uint32(c.Bytes), uint64(i) * uint64(chunk[0]), uint64(c.Address)})
	}
	end := uint64(len(a.Chunks)) * uint64(chunk[0])
	for height := byte(0); ; height++ {
		level = w.treeLevel(level, height, len(axes), end)
		if len(level) == 1 {
			return level[0].address
		}
	}
}

// treeLevel writes the nodes of a level and returns them as children of the next one. end
// is the row behind all chunks.
func (w *writer) treeLevel(below []child, height byte, axes int, end uint64) (nodes []child) {
	keyBytes := 8 + 8*(axes+1)
	size := uint64(24 + (treeWidth+1)*keyBytes + treeWidth*8)
	count := (len(below) + treeWidth - 1) / treeWidth
	begin := w.end()
	at := func(node int) uint64 {
		if node < 0 || node >= count {
			return nowhere
		}
		return begin + uint64(node)*size
	}
	key := func(b []byte, c child) []byte {
		b = binary.LittleEndian.AppendUint32(b, c.bytes)
		b = binary.LittleEndian.AppendUint32(b, 0) // all filters are applied
		b = binary.LittleEndian.AppendUint64(b, c.row)
		return append(b, make([]byte, 8*axes)...)
	}
	for node := range count {
		children := below[node*treeWidth : min(len(below), (node+1)*treeWidth)]
		b := append([]byte("TREE"), 1, height) // 1: of chunks
		b = binary.LittleEndian.AppendUint16(b, uint16(len(children)))
		b = binary.LittleEndian.AppendUint64(b, at(node-1))
		b = binary.LittleEndian.AppendUint64(b, at(node+1))
		for _, c := range children {
			b = binary.LittleEndian.AppendUint64(key(b, c), c.address)
		}
		behind := child{row: end}
		if next := (node + 1) * treeWidth; next < len(below) {
			behind = below[next]
		}
		b = key(b, behind)
		nodes = append(nodes, child{children[0].bytes, children[0].row, at(node)})
		w.bytes = append(w.bytes, append(b, make([]byte, int(size)-len(b))...)...)
	}
	return nodes
}
