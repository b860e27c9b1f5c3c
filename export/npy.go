package export

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// The .npy header, version 1.0: 6 bytes of magic, 2 of version, 2 for the
// length of a Python dictionary as text, and that text, padded with spaces and
// ended by a newline so that the numbers start at a multiple of 64 bytes.
const (
	npyMagic     = "\x93NUMPY"
	npyPrefix    = len(npyMagic) + 2 + 2
	npyAlignment = 64
)

func npyHeader(dtype string, shape []int) []byte {
	axes := make([]string, len(shape))
	for i, n := range shape {
		axes[i] = strconv.Itoa(n)
	}
	tuple := strings.Join(axes, ", ")
	if len(shape) == 1 {
		tuple += "," // Python's tuple of one
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", dtype, tuple)
	length := npyPrefix + len(text) + 1
	padding := (npyAlignment - length%npyAlignment) % npyAlignment
	text += strings.Repeat(" ", padding) + "\n"

	header := append([]byte(npyMagic), 1, 0)
	header = binary.LittleEndian.AppendUint16(header, uint16(len(text)))
	return append(header, text...)
}

// readNPYHeader reads what npyHeader writes. The length field is 16 bits, so
// the text is bounded by 64 KiB whatever it claims.
func readNPYHeader(r io.Reader) (dtype string, shape []int, err error) {
	prefix := make([]byte, npyPrefix)
	if _, err := io.ReadFull(r, prefix); err != nil {
		return "", nil, fmt.Errorf("truncated before the end of the header")
	}
	if !bytes.HasPrefix(prefix, []byte(npyMagic)) {
		return "", nil, fmt.Errorf("is not in NumPy's format")
	}
	if prefix[6] != 1 {
		return "", nil, fmt.Errorf("has format version %d.%d; only version 1 is read", prefix[6], prefix[7])
	}
	text := make([]byte, binary.LittleEndian.Uint16(prefix[8:]))
	if _, err := io.ReadFull(r, text); err != nil {
		return "", nil, fmt.Errorf("truncated before the end of the header")
	}

	pattern := regexp.MustCompile(`^\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\),? ?\} *\n$`)
	parts := pattern.FindSubmatch(text)
	if parts == nil {
		return "", nil, fmt.Errorf("has a header that is not understood: %.80q", text)
	}
	if string(parts[2]) == "True" {
		return "", nil, fmt.Errorf("is in column-major order; only row-major is read")
	}
	for axis := range strings.SplitSeq(string(parts[3]), ",") {
		if axis = strings.TrimSpace(axis); axis == "" {
			continue // after the comma of a tuple of one, and inside ()
		}
		n, err := strconv.Atoi(axis)
		if err != nil {
			return "", nil, fmt.Errorf("has an axis of length %.40s, which is not a number that fits", axis)
		}
		shape = append(shape, n)
	}
	return string(parts[1]), shape, nil
}

// product is how many numbers a shape holds: 1 for no axes. It is false for a
// negative length or a count past 64 bits.
func product(shape []int) (int64, bool) {
	count := int64(1)
	for _, n := range shape {
		if n < 0 {
			return 0, false
		}
		if n > 0 && count > math.MaxInt64/int64(n) {
			return 0, false
		}
		count *= int64(n)
	}
	return count, true
}
