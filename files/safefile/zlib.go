package safefile

import (
	"bytes"
	"compress/zlib"
	"sync"
)

// packer compresses one block after the other.
type packer struct {
	raw []byte // a block before it is compressed
	out bytes.Buffer
	zip *zlib.Writer
}

// packers are idle ones: each has a megabyte of tables.
var packers = sync.Pool{New: func() any {
	p := &packer{}
	p.zip, _ = zlib.NewWriterLevel(&p.out, zlib.BestSpeed) // the level is known, so it never fails
	return p
}}

// Zlib appends the bytes of a block as a zlib stream of level 1. They depend on nothing but
// the block.
func (r Rows) Zlib(number int, to []byte) ([]byte, error) {
	return Zlib(func(raw []byte) []byte { return r.Block(number, raw) }, to)
}

// Zlib appends the bytes that raw appends to the empty slice it is given, as a zlib stream of level 1.
func Zlib(raw func(to []byte) []byte, to []byte) ([]byte, error) {
	p := packers.Get().(*packer)
	defer packers.Put(p)
	p.raw = raw(p.raw[:0])
	p.out.Reset()
	p.zip.Reset(&p.out)
	if _, err := p.zip.Write(p.raw); err != nil {
		return nil, err
	}
	if err := p.zip.Close(); err != nil {
		return nil, err
	}
	return append(to, p.out.Bytes()...), nil
}
