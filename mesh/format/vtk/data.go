package vtk

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"

	"hooke/mesh/scan"
)

// base64Reader undoes base64 text up to the next tag. A padded group does not end the
// data, since VTK encodes headers and data apart and writes them one after the other.
type base64Reader struct {
	*scan.Cursor
	group [3]byte
	left  []byte // bytes of the group that are not read yet
}

func (b *base64Reader) Read(to []byte) (int, error) {
	n := 0
	for n < len(to) {
		if len(b.left) == 0 {
			if err := b.decode(); err != nil {
				if n > 0 && err == io.EOF {
					return n, nil
				}
				return n, err
			}
		}
		part := copy(to[n:], b.left)
		b.left = b.left[part:]
		n += part
	}
	return n, nil
}

// decode decodes the next four characters.
func (b *base64Reader) decode() error {
	value, padding := uint32(0), 0
	for i := range 4 {
		c, ok := b.character()
		if !ok {
			if i == 0 {
				return io.EOF
			}
			return fmt.Errorf("base64 data ends inside a group of four characters")
		}
		switch digit := base64Digit(c); {
		case c == '=' && i >= 2:
			padding++
			value <<= 6
		case digit < 0 || padding > 0:
			return fmt.Errorf("character %q is no base64", c)
		default:
			value = value<<6 | uint32(digit)
		}
	}
	b.group = [3]byte{byte(value >> 16), byte(value >> 8), byte(value)}
	b.left = b.group[:3-padding]
	return nil
}

// character returns the next character that is not blank. It returns false at a tag or at
// the end.
func (b *base64Reader) character() (byte, bool) {
	for {
		for b.Taken < len(b.Buffer) {
			c := b.Buffer[b.Taken]
			if c == '<' {
				return 0, false
			}
			b.Taken++
			if c == '\n' {
				b.Line++
			}
			if !scan.BlankSpace(c) {
				return c, true
			}
		}
		if !b.Fill() {
			return 0, false
		}
	}
}

func base64Digit(c byte) int {
	switch {
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 26
	case '0' <= c && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// compressed reports whether the data are compressed. A compressor that is not read is a
// fault.
func (v *vtu) compressed() bool {
	if v.foreign != "" {
		v.Fault("compressor %s is not read; save the file with zlib or without compression", scan.Quoted([]byte(v.foreign)))
	}
	return v.zlib
}

// headerWord reads one byte count from before the data.
func (v *vtu) headerWord(a vtuArray, encoded io.Reader) int64 {
	var word [8]byte
	b := word[:v.header.bytes]
	if _, err := io.ReadFull(encoded, b); err != nil {
		v.Fault("array %s: the file ends where its size should be: %w", a.role, err)
		return 0
	}
	n := v.header.integer(b, v.Order)
	if n < 0 || n > 1<<48 {
		v.Fault("array %s announces %d bytes", a.role, uint64(n))
		return 0
	}
	return n
}

// plain returns a reader for data behind their length.
func (v *vtu) plain(a vtuArray, encoded io.Reader) io.Reader {
	n := v.headerWord(a, encoded)
	if v.Err == nil && n%int64(a.number.bytes) != 0 {
		v.Fault("array %s has %d bytes, not a multiple of %d", a.role, n, a.number.bytes)
	}
	return &exactReader{encoded, n}
}

// exactReader reads n bytes; a shorter input is an error.
type exactReader struct {
	r    io.Reader
	left int64
}

func (e *exactReader) Read(b []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n, err := e.r.Read(b[:min(int64(len(b)), e.left)])
	e.left -= int64(n)
	if err == io.EOF && e.left > 0 {
		return n, fmt.Errorf("%d bytes are missing at the end: %w", e.left, io.ErrUnexpectedEOF)
	}
	return n, err
}

// blocks returns a reader for data in compressed blocks. Before the blocks stand their
// number, the size of a block, the size of the last block where it differs, and the
// compressed size of each block.
func (v *vtu) blocks(a vtuArray, encoded io.Reader) io.Reader {
	count := v.headerWord(a, encoded)
	size := v.headerWord(a, encoded)
	last := v.headerWord(a, encoded)
	if last == 0 {
		last = size
	}
	var sizes scan.ChunkedSlice[int64]
	for i := int64(0); i < count && v.Err == nil; i++ {
		sizes.Add(v.headerWord(a, encoded))
	}
	return &zlibBlocks{vtu: v, encoded: encoded, sizes: sizes.Join(), size: size, last: last}
}

// zlibBlocks undoes zlib block by block.
type zlibBlocks struct {
	vtu        *vtu
	encoded    io.Reader
	sizes      []int64 // compressed sizes of the blocks that still come
	size, last int64   // inflated sizes of a block and of the last block

	block *exactReader // compressed
	z     io.ReadCloser
	data  *exactReader // inflated
}

func (r *zlibBlocks) Read(b []byte) (int, error) {
	for r.data == nil || r.data.left == 0 {
		if r.data != nil {
			// The rest of the block is its checksum and nothing more.
			if n, err := io.Copy(io.Discard, r.z); n > 0 || err != nil {
				return 0, fmt.Errorf("zlib block is longer than announced or broken: %v", err)
			}
			if _, err := io.Copy(io.Discard, r.block); err != nil {
				return 0, err
			}
			r.data = nil
		}
		if len(r.sizes) == 0 {
			return 0, io.EOF
		}
		if err := r.begin(); err != nil {
			return 0, err
		}
	}
	n, err := r.data.Read(b)
	if err == nil {
		// This returns no bytes, since a caller that wants no more bytes would lose an error
		// behind some.
		if err = r.vtu.inflate.Add(n, r.vtu.At()); err != nil {
			n = 0
		}
	}
	return n, err
}

func (r *zlibBlocks) begin() error {
	r.block = &exactReader{r.encoded, r.sizes[0]}
	size := r.size
	if r.sizes = r.sizes[1:]; len(r.sizes) == 0 {
		size = r.last
	}
	var err error
	if r.z == nil {
		r.z, err = zlib.NewReader(r.block)
	} else {
		err = r.z.(zlib.Resetter).Reset(r.block, nil)
	}
	if err != nil {
		return fmt.Errorf("broken zlib data: %w", err)
	}
	r.data = &exactReader{r.z, size}
	return nil
}

// RecognizeXML reports whether a file is an XML file of VTK.
func RecognizeXML(head []byte, _ int64) bool {
	return bytes.Contains(head, []byte("<VTKFile"))
}
