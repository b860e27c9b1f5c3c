package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/mesh/scan"
)

// maxNumbersBytes is the greatest size of a file of numbers [bytes].
const maxNumbersBytes = 1 << 34

// ReadNumbers reads a list of finite numbers: a NumPy array of one axis (.npy), or
// text, separated by blanks, commas or line ends, with comments from # to the end of
// the line.
func ReadNumbers(path string) ([]float64, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	defer file.Close()
	in, err := scan.Open(file, path)
	if err != nil {
		return nil, err
	}
	in.Base = filepath.Base(path)
	if head, _ := in.Peek(6); bytes.Equal(head, []byte("\x93NUMPY")) {
		return numbersOfNPY(in)
	}
	s := scan.NewCursor(in)
	s.Comment = '#'
	var numbers scan.ChunkedSlice[float64]
	for s.More() {
		if s.Ahead(",") {
			s.Bytes(1, ",")
			continue
		}
		s.Stop = ','
		numbers.Add(s.Float("a number"))
		s.Stop = 0
	}
	if s.Err != nil {
		return nil, s.Err
	}
	return numbers.Join(), nil
}

// numbersOfNPY reads a single array.
func numbersOfNPY(in *scan.Source) ([]float64, error) {
	fail := func(err error) error { return fmt.Errorf("%s: the array %w", in.Name, err) }
	if in.Size > maxNumbersBytes || in.Size < 0 {
		return nil, fail(errors.New("is compressed or too large; unpack it"))
	}
	a, err := npy.Describe(in, in.Name)
	if err == nil {
		err = a.Odd
	}
	if err != nil {
		return nil, fail(err)
	}
	if want := a.Bytes + a.Count()*int64(a.Width); want != in.Size {
		return nil, fail(fmt.Errorf("has the shape %v, %d bytes in all, but %d bytes are there", a.Shape, want, in.Size))
	}
	if a.Columns() != 1 {
		return nil, fail(fmt.Errorf("has the shape %v; it must have one axis", a.Shape))
	}
	numbers := make([]float64, 0, a.Rows())
	err = a.EachOf(io.Reader(in), func(_, _ int, value float64) error {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return fmt.Errorf("has %g at [%d]; it must be a finite number", value, len(numbers))
		}
		numbers = append(numbers, value)
		return nil
	})
	if err != nil {
		return nil, fail(err)
	}
	return numbers, nil
}
