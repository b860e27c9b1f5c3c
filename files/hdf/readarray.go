package hdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// Stored is an array or a list of a file, opened to be read.
type Stored struct {
	Kind       Kind
	Rows       int64 // along the first axis
	Components int   // numbers in a row

	file      *File
	zlib      bool
	chunkRows int64   // rows of a chunk; all of a list
	chunks    []Chunk // in the order of their rows
}

// largestChunk bounds the memory for a chunk [bytes]: those that Array.Write makes hold
// about a megabyte.
const largestChunk = 16 << 20

// Array opens the array or list that a path names, such as "VTKHDF", "Points".
func (f *File) Array(path ...string) (*Stored, error) {
	s, err := f.array(path)
	if err != nil && !strings.HasPrefix(err.Error(), path[0]) {
		err = fmt.Errorf("%s: %w", strings.Join(path, "/"), err)
	}
	return s, err
}

// Missing reports whether an error means that the file lacks the object at a path.
func Missing(err error) bool { return errors.Is(err, errMissing) }

func (f *File) array(path []string) (*Stored, error) {
	at, err := f.find(path)
	if err != nil {
		return nil, err
	}
	messages, err := f.messages(at)
	if err != nil {
		return nil, err
	}
	s := &Stored{file: f, Components: 1}
	var layout []byte
	var shape bool
	for _, m := range messages {
		switch m.kind {
		case ofDataspace:
			shape, err = true, s.dataspace(m.data)
		case ofDatatype:
			s.Kind, err = kindOf(m.data)
		case ofFilters:
			// One filter: deflate.
			if len(m.data) < 4 || m.data[0] != 2 || m.data[1] != 1 || m.data[2] != 1 || m.data[3] != 0 {
				err = errForeign
			}
			s.zlib = true
		case ofLayout:
			layout = m.data
		}
		if err != nil {
			return nil, err
		}
	}
	if layout == nil || !shape || s.Kind == "" {
		return nil, errors.New("no array")
	}
	return s, s.layout(layout)
}

// dataspace reads a shape of one or two axes.
func (s *Stored) dataspace(b []byte) error {
	if len(b) < 4 || b[0] != 2 || b[1] < 1 || b[1] > 2 || b[2] != 0 || len(b) != 4+8*int(b[1]) {
		return errForeign
	}
	rows, components := binary.LittleEndian.Uint64(b[4:]), uint64(1)
	if b[1] == 2 {
		components = binary.LittleEndian.Uint64(b[12:])
	}
	if rows > math.MaxInt64/largestChunk || components < 1 || components > largestChunk/8 {
		return fmt.Errorf("%d rows of %d numbers", rows, components)
	}
	s.Rows, s.Components = int64(rows), int(components)
	return nil
}

// kindOf reads the type of numbers.
func kindOf(b []byte) (Kind, error) {
	for _, k := range []Kind{Float32, Float64, Int32, Int64, UInt32, UInt8} {
		if bytes.Equal(b, datatype(k)) {
			return k, nil
		}
	}
	return "", errForeign
}

// rowBytes returns the length of a row.
func (s *Stored) rowBytes() int64 { return int64(s.Components) * int64(s.Kind.Bytes()) }

// layout finds where the numbers are.
func (s *Stored) layout(b []byte) error {
	switch {
	case len(b) == 18 && b[0] == 3 && b[1] == 1 && !s.zlib: // in one piece
		s.chunkRows = max(1, s.Rows)
		c := Chunk{int64(binary.LittleEndian.Uint64(b[2:])), int64(binary.LittleEndian.Uint64(b[10:]))}
		if c.Bytes != s.Rows*s.rowBytes() || c.Bytes > s.file.size {
			return fmt.Errorf("%d bytes for %d rows of %d", c.Bytes, s.Rows, s.rowBytes())
		}
		if s.Rows > 0 {
			s.chunks = []Chunk{c}
		}
		return nil
	case len(b) > 3 && b[0] == 3 && b[1] == 2:
		axes := int(b[2]) - 1
		if axes < 1 || axes > 2 || len(b) != 3+8+4*(axes+1) {
			return errForeign
		}
		s.chunkRows = int64(binary.LittleEndian.Uint32(b[11:]))
		if s.chunkRows < 1 || s.chunkRows > largestChunk/s.rowBytes() {
			return fmt.Errorf("chunks of %d rows of %d bytes", s.chunkRows, s.rowBytes())
		}
		if axes == 2 && int(binary.LittleEndian.Uint32(b[15:])) != s.Components {
			return errForeign
		}
		root := binary.LittleEndian.Uint64(b[3:])
		if root == nowhere {
			return nil
		}
		return s.tree(root, axes, treeHeight)
	}
	return errForeign
}

// treeHeight bounds the height of a B-tree: one of 64 children a node and this height
// holds more chunks than any file.
const treeHeight = 10

// tree collects the chunks below a node of a B-tree. They must follow one another without
// gaps, so that no file can name a chunk twice.
func (s *Stored) tree(at uint64, axes, height int) error {
	head, err := s.file.bytes(at, 24)
	if err != nil {
		return err
	}
	level, count := int(head[5]), int64(binary.LittleEndian.Uint16(head[6:]))
	if string(head[:4]) != "TREE" || head[4] != 1 || level > height || count < 1 || count > treeWidth {
		return fmt.Errorf("the tree at %d is broken", at)
	}
	key := int64(8 + 8*(axes+1))
	b, err := s.file.bytes(at+24, count*(key+8))
	if err != nil {
		return err
	}
	for ; len(b) > 0; b = b[key+8:] {
		address := binary.LittleEndian.Uint64(b[key:])
		if level > 0 {
			if err := s.tree(address, axes, level-1); err != nil {
				return err
			}
			continue
		}
		if row := binary.LittleEndian.Uint64(b[8:]); row != uint64(len(s.chunks))*uint64(s.chunkRows) {
			return fmt.Errorf("a chunk begins at row %d, after %d of %d rows", row, len(s.chunks), s.chunkRows)
		}
		s.chunks = append(s.chunks, Chunk{int64(address), int64(binary.LittleEndian.Uint32(b))})
	}
	return nil
}

// Read calls take with the bytes of the rows from first to last, little-endian, in whole
// rows and in order. A slice is valid until take returns.
func (s *Stored) Read(first, last int64, take func(rows []byte) error) error {
	if first < 0 || last < first || last > s.Rows {
		return fmt.Errorf("rows %d to %d of %d", first, last, s.Rows)
	}
	for row := first; row < last; {
		number := row / s.chunkRows
		if number >= int64(len(s.chunks)) {
			return fmt.Errorf("row %d of %d is in no chunk", row, s.Rows)
		}
		b, err := s.chunk(s.chunks[number])
		if err != nil {
			return err
		}
		begin := number * s.chunkRows
		end := min(last, begin+s.chunkRows)
		if err := take(b[(row-begin)*s.rowBytes() : (end-begin)*s.rowBytes()]); err != nil {
			return err
		}
		row = end
	}
	return nil
}

// chunk reads one chunk, of its full length.
func (s *Stored) chunk(c Chunk) ([]byte, error) {
	b, err := s.file.bytes(uint64(c.Address), c.Bytes)
	if err != nil {
		return nil, err
	}
	want := s.chunkRows * s.rowBytes()
	if s.zlib {
		if s.file.left -= want; s.file.left < 0 {
			return nil, errMuch
		}
		z, err := zlib.NewReader(bytes.NewReader(b))
		if err != nil {
			return nil, fmt.Errorf("broken zlib data: %w", err)
		}
		var out bytes.Buffer
		if _, err := io.Copy(&out, io.LimitReader(z, want+1)); err != nil {
			return nil, fmt.Errorf("broken zlib data: %w", err)
		}
		b = out.Bytes()
	}
	if int64(len(b)) != want {
		return nil, fmt.Errorf("a chunk of %d bytes, not of %d", len(b), want)
	}
	return b, nil
}

// Ints reads the rows from first to last of whole numbers and calls each with every
// number.
func (s *Stored) Ints(first, last int64, each func(x int64) error) error {
	size := s.Kind.Bytes()
	if s.Kind == Float32 || s.Kind == Float64 {
		return errors.New("it has numbers with fractions")
	}
	return s.Read(first, last, func(b []byte) error {
		for ; len(b) > 0; b = b[size:] {
			var x int64
			switch s.Kind {
			case Int64:
				x = int64(binary.LittleEndian.Uint64(b))
			case Int32:
				x = int64(int32(binary.LittleEndian.Uint32(b)))
			case UInt32:
				x = int64(binary.LittleEndian.Uint32(b))
			default:
				x = int64(b[0])
			}
			if err := each(x); err != nil {
				return err
			}
		}
		return nil
	})
}

// Reals reads the rows from first to last of numbers with fractions and calls each with
// every number.
func (s *Stored) Reals(first, last int64, each func(x float64) error) error {
	if s.Kind != Float32 && s.Kind != Float64 {
		return errors.New("it has whole numbers")
	}
	size := s.Kind.Bytes()
	return s.Read(first, last, func(b []byte) error {
		for ; len(b) > 0; b = b[size:] {
			x := 0.0
			if s.Kind == Float64 {
				x = math.Float64frombits(binary.LittleEndian.Uint64(b))
			} else {
				x = float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
			}
			if err := each(x); err != nil {
				return err
			}
		}
		return nil
	})
}
