package mesh

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// npyArray is one array of an NPZ file: what its header says, and where to read
// its numbers, whatever their type.
type npyArray struct {
	name    string
	shape   []int
	fortran bool // first index fastest
	kind    byte // f, i, u or b
	bytes   int  // of a number
	order   binary.ByteOrder

	entry  *zip.File
	header int64 // bytes before the numbers
}

// openNPY reads the header and checks that the entry holds just what it announces.
func openNPY(entry *zip.File, name string) (*npyArray, error) {
	content, err := entry.Open()
	if err != nil {
		return nil, fmt.Errorf("cannot be opened: %w", err)
	}
	defer content.Close()
	a, err := describeNPY(content, name)
	if err != nil {
		return nil, err
	}
	a.entry = entry
	if want := uint64(a.header) + uint64(a.rows())*uint64(a.columns())*uint64(a.bytes); entry.UncompressedSize64 != want {
		return nil, fmt.Errorf("has the shape %v of %d-byte numbers, %d bytes in all, but %d bytes are there",
			a.shape, a.bytes, want, entry.UncompressedSize64)
	}
	return a, nil
}

// describeNPY reads the header of an array, up to its first number.
func describeNPY(content io.Reader, name string) (*npyArray, error) {
	a := &npyArray{name: name, order: binary.LittleEndian}
	prefix := make([]byte, 8)
	if _, err := io.ReadFull(content, prefix); err != nil {
		return nil, fmt.Errorf("is cut off in its header: %w", err)
	}
	if !bytes.HasPrefix(prefix, []byte("\x93NUMPY")) {
		return nil, errors.New("is not in NumPy's format")
	}
	// Version 1 has 2 bytes for the length of the header, 2 and 3 have 4.
	width := 2
	if prefix[6] > 1 {
		width = 4
	}
	if prefix[6] < 1 || prefix[6] > 3 {
		return nil, fmt.Errorf("has format version %d; 1 to 3 are read", prefix[6])
	}
	var size [4]byte
	if _, err := io.ReadFull(content, size[:width]); err != nil {
		return nil, fmt.Errorf("is cut off in its header: %w", err)
	}
	length := binary.LittleEndian.Uint32(size[:])
	if length > 1<<16 {
		return nil, fmt.Errorf("has a header of %d bytes; that is no array of numbers", length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(content, text); err != nil {
		return nil, fmt.Errorf("is cut off in its header: %w", err)
	}
	a.header = int64(8 + width + len(text))
	if err := a.describe(text); err != nil {
		return nil, err
	}
	count := uint64(1)
	for _, n := range a.shape {
		if n > 0 && count > 1<<40/uint64(n) {
			return nil, fmt.Errorf("has the shape %v, more than any file holds", a.shape)
		}
		count *= uint64(n)
	}
	return a, nil
}

// describe reads the header's dictionary, as NumPy writes it.
func (a *npyArray) describe(text []byte) error {
	find := func(pattern string) string {
		if parts := regexp.MustCompile(pattern).FindSubmatch(text); parts != nil {
			return string(parts[1])
		}
		return ""
	}
	descr := find(`'descr': *'([^']*)'`)
	order := find(`'fortran_order': *(True|False)`)
	shape := regexp.MustCompile(`'shape': *\(([0-9, L]*)\)`).FindSubmatch(text)
	if order == "" || shape == nil {
		return fmt.Errorf("has a header that is not understood: %.80q", text)
	}
	a.fortran = order == "True"
	for axis := range strings.SplitSeq(string(shape[1]), ",") {
		if axis = strings.Trim(axis, " L"); axis == "" {
			continue // after the comma of a tuple of one, and inside ()
		}
		n, err := strconv.ParseInt(axis, 10, 40)
		if err != nil || len(a.shape) == 4 {
			return fmt.Errorf("has the shape (%.40s), which no structure has", shape[1])
		}
		a.shape = append(a.shape, int(n))
	}

	parts := regexp.MustCompile(`^([<>|=]?)([fiub])([1248])$`).FindStringSubmatch(descr)
	switch {
	case parts == nil:
	case parts[2] == "b" && parts[3] != "1", parts[2] == "f" && parts[3] == "1":
	default:
		a.kind, a.bytes = parts[2][0], int(parts[3][0]-'0')
		if parts[1] == ">" {
			a.order = binary.BigEndian
		}
		return nil
	}
	return fmt.Errorf("has numbers of type %.40q; save it as float, integer or bool, such as array.astype(float)", descr)
}

// rows and columns are the two axes, 1 for those that are not there.
func (a *npyArray) rows() int {
	if len(a.shape) == 0 {
		return 1
	}
	return a.shape[0]
}

func (a *npyArray) columns() int {
	columns := 1
	for _, n := range a.shape[min(1, len(a.shape)):] {
		columns *= n
	}
	return columns
}

// each calls visit for every number with its place in rows and columns.
func (a *npyArray) each(visit func(row, column int, value float64) error) error {
	content, err := a.entry.Open()
	if err != nil {
		return fmt.Errorf("cannot be opened: %w", err)
	}
	defer content.Close()
	if _, err := io.CopyN(io.Discard, content, a.header); err != nil {
		return brokenNPY(err)
	}
	return a.eachOf(content, visit)
}

// eachOf is each for numbers that content begins with and ends after.
func (a *npyArray) eachOf(content io.Reader, visit func(row, column int, value float64) error) error {
	rows, columns := a.rows(), a.columns()
	left := rows * columns
	buffer := make([]byte, bufferBytes)
	values := make([]float64, len(buffer)/a.bytes)
	row, column := 0, 0
	for left > 0 {
		part := buffer[:min(left, len(values))*a.bytes]
		if _, err := io.ReadFull(content, part); err != nil {
			return brokenNPY(err)
		}
		some := a.decode(values, part)
		left -= len(some)
		for _, value := range some {
			if err := visit(row, column, value); err != nil {
				return err
			}
			if a.fortran {
				if row++; row == rows {
					row, column = 0, column+1
				}
			} else if column++; column == columns {
				row, column = row+1, 0
			}
		}
	}
	// The end is where the checksum is compared.
	if _, err := io.Copy(io.Discard, content); err != nil {
		return brokenNPY(err)
	}
	return nil
}

// brokenNPY says why numbers could not be read.
func brokenNPY(err error) error {
	switch {
	case errors.Is(err, zip.ErrChecksum):
		return errors.New("is damaged: its checksum does not match")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("is cut off")
	case errors.As(err, new(flate.CorruptInputError)):
		return fmt.Errorf("is damaged: %w", err)
	}
	return fmt.Errorf("cannot be read: %w", err)
}

// decode turns a block of bytes into numbers.
func (a *npyArray) decode(values []float64, data []byte) []float64 {
	values = values[:len(data)/a.bytes]
	little := a.order == binary.LittleEndian
	switch {
	case a.kind == 'f' && a.bytes == 8 && little:
		for i := range values {
			values[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		}
	case a.kind == 'f' && a.bytes == 8:
		for i := range values {
			values[i] = math.Float64frombits(binary.BigEndian.Uint64(data[8*i:]))
		}
	case a.kind == 'f' && a.bytes == 4:
		for i := range values {
			values[i] = float64(math.Float32frombits(a.order.Uint32(data[4*i:])))
		}
	case a.kind == 'f':
		for i := range values {
			values[i] = half(a.order.Uint16(data[2*i:]))
		}
	case a.kind == 'i' && a.bytes == 8 && little:
		for i := range values {
			values[i] = float64(int64(binary.LittleEndian.Uint64(data[8*i:])))
		}
	case a.kind == 'u' && a.bytes == 8:
		for i := range values {
			values[i] = float64(a.order.Uint64(data[8*i:]))
		}
	default:
		t := vtkNumber{bytes: a.bytes, unsigned: a.kind != 'i'}
		for i := range values {
			values[i] = float64(t.integer(data[a.bytes*i:], a.order))
		}
	}
	return values
}

// half widens a 16-bit float (IEEE 754 binary16).
func half(bits uint16) float64 {
	sign := 1.0
	if bits&0x8000 != 0 {
		sign = -1
	}
	exponent, fraction := int(bits>>10&31), float64(bits&0x3ff)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}
