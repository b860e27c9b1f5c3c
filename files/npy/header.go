package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Header precedes the numbers of an array. The zero value belongs to no array.
type Header struct {
	Shape   []int // numbers along each axis; empty: the array is a single number
	Fortran bool  // first index fastest
	Kind    byte  // of the numbers: f, i, u or b; U: texts, which come with a *ContentError
	Width   int   // of a number [bytes]: 1, 2, 4 or 8; of a text: 4 for each character
	Order   binary.ByteOrder
	Bytes   int64 // of the header itself
}

// A ContentError says why an array with a valid header has no numbers that this package
// reads: it has strings, objects or complex numbers. It matters only to callers that
// need the numbers.
type ContentError struct{ reason string }

func (e *ContentError) Error() string { return e.reason }

// Limits of headers.
const (
	maxText  = 1 << 16 // [bytes]
	maxAxes  = 32      // as in NumPy
	maxCount = 1 << 40 // numbers; no file holds more
)

// Read reads a header of format version 1 to 3, up to the first number. Errors continue
// a sentence that begins with the array; a *ContentError comes with a complete header.
// It allocates at most 64 KiB, whatever the header claims.
func Read(r io.Reader) (Header, error) {
	h := Header{Order: binary.LittleEndian}
	cutOff := func(err error) (Header, error) { return h, fmt.Errorf("is cut off in its header: %w", err) }
	prefix := make([]byte, len(magic)+2)
	if _, err := io.ReadFull(r, prefix); err != nil {
		return cutOff(err)
	}
	if !bytes.HasPrefix(prefix, []byte(magic)) {
		return h, errors.New("is not in NumPy's format")
	}
	// Version 1 has 2 bytes for the length of the header, 2 and 3 have 4.
	width, version := 2, prefix[len(magic)]
	if version > 1 {
		width = 4
	}
	if version < 1 || version > 3 {
		return h, fmt.Errorf("has format version %d; 1 to 3 are read", version)
	}
	var size [4]byte
	if _, err := io.ReadFull(r, size[:width]); err != nil {
		return cutOff(err)
	}
	length := binary.LittleEndian.Uint32(size[:])
	if length > maxText {
		return h, fmt.Errorf("has a header of %d bytes; that is no array of numbers", length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return cutOff(err)
	}
	h.Bytes = int64(len(prefix) + width + len(text))
	if err := h.describe(text); err != nil {
		return h, err
	}
	count := uint64(1)
	for _, n := range h.Shape {
		if n > 0 && count > maxCount/uint64(n) {
			return h, fmt.Errorf("has the shape %v, more than any file holds", h.Shape)
		}
		count *= uint64(n)
	}
	return h, nil
}

// Count returns the count of numbers in the array.
func (h Header) Count() int64 {
	count := int64(1)
	for _, n := range h.Shape {
		count *= int64(n)
	}
	return count
}

// describe reads the dictionary of the header, as NumPy writes it.
func (h *Header) describe(text []byte) error {
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
		return &ContentError{fmt.Sprintf("has a header that is not understood: %.80q", text)}
	}
	h.Fortran = order == "True"
	for axis := range strings.SplitSeq(string(shape[1]), ",") {
		if axis = strings.Trim(axis, " L"); axis == "" {
			continue // after the comma of a tuple of one, and inside ()
		}
		n, err := strconv.ParseInt(axis, 10, 40)
		if err != nil || len(h.Shape) == maxAxes {
			return &ContentError{fmt.Sprintf("has the shape (%.40s), more than is read", shape[1])}
		}
		h.Shape = append(h.Shape, int(n))
	}

	parts := regexp.MustCompile(`^([<>|=]?)([fiub])([1248])$`).FindStringSubmatch(descr)
	switch {
	case parts == nil:
	case parts[2] == "b" && parts[3] != "1", parts[2] == "f" && parts[3] == "1":
	default:
		h.Kind, h.Width = parts[2][0], int(parts[3][0]-'0')
		if parts[1] == ">" {
			h.Order = binary.BigEndian
		}
		return nil
	}
	if text := regexp.MustCompile(`^([<>|=]?)U([0-9]{1,8})$`).FindStringSubmatch(descr); text != nil {
		characters, _ := strconv.Atoi(text[2]) // eight digits
		h.Kind, h.Width = 'U', 4*characters
		if text[1] == ">" {
			h.Order = binary.BigEndian
		}
	}
	return &ContentError{fmt.Sprintf("has numbers of type %.40q; save it as float, integer or bool, such as array.astype(float)", descr)}
}
