package page

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
)

// table is a list of rows of whole numbers.
type table struct {
	name    string
	columns int
	width   int // bytes of a number: 1, 2 or 4
	before  []uint32
}

// block is a part of the rows of a table, packed.
type block struct {
	Thing int    `json:"thing"`
	Table string `json:"table"`
	First int    `json:"first"` // row
	Rows  int    `json:"rows"`
	Ready int    `json:"ready,omitempty"` // the first frames that are whole with this block; 0: as many as before it

	text []byte // base64
}

// pack packs rows that follow the last packed ones, of which it keeps the last.
func (t *table) pack(thing, first int, rows []uint32) (block, error) {
	b := block{Thing: thing, Table: t.name, First: first, Rows: len(rows) / t.columns}
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, err := w.Write(t.fold(rows))
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return b, err
	}
	b.text = base64.StdEncoding.AppendEncode(nil, packed.Bytes())
	return b, nil
}

// fold returns the bytes of rows: of each number z = zigzag(number − the number above it), first the lowest
// bytes of all z, then the next.
func (t *table) fold(rows []uint32) []byte {
	out := make([]byte, t.width*len(rows))
	bits := 8 * t.width
	for i, v := range rows {
		var above uint32
		switch {
		case i >= t.columns:
			above = rows[i-t.columns]
		case t.before != nil:
			above = t.before[i]
		}
		d := int32((v-above)<<(32-bits)) >> (32 - bits) // the difference as a signed number of that many bits
		z := uint32(d<<1) ^ uint32(d>>31)
		for k := range t.width {
			out[k*len(rows)+i] = byte(z >> (8 * k))
		}
	}
	if len(rows) >= t.columns {
		t.before = append(t.before[:0], rows[len(rows)-t.columns:]...)
	}
	return out
}
