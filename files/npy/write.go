package npy

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// The .npy header, version 1.0: 6 bytes of magic, 2 of version, 2 for the
// length of a Python dictionary as text, and that text, padded with spaces and
// ended by a newline so that the numbers start at a multiple of 64 bytes.
const (
	magic       = "\x93NUMPY"
	prefixBytes = len(magic) + 2 + 2
	alignment   = 64
)

// AppendHeader appends the header of an array whose numbers follow in row-major order.
// dtype is NumPy's name of their type, such as <f4.
func AppendHeader(to []byte, dtype string, shape []int) []byte {
	axes := make([]string, len(shape))
	for i, n := range shape {
		axes[i] = strconv.Itoa(n)
	}
	tuple := strings.Join(axes, ", ")
	if len(shape) == 1 {
		tuple += "," // Python's tuple of one
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", dtype, tuple)
	length := prefixBytes + len(text) + 1
	padding := (alignment - length%alignment) % alignment
	text += strings.Repeat(" ", padding) + "\n"

	header := append(append(to, magic...), 1, 0)
	header = binary.LittleEndian.AppendUint16(header, uint16(len(text)))
	return append(header, text...)
}
