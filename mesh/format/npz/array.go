package npz

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"

	"hooke/mesh/scan"
	"hooke/npy"
)

// npyArray is one array of an NPZ file: what its header says, and where to read
// its numbers, whatever their type.
type npyArray struct {
	npy.Header
	name  string
	entry *zip.File
	Odd   error // it holds no numbers, which matters only where it is asked for
}

// openNPY reads the header and checks that the entry holds just what it announces.
func openNPY(entry *zip.File, name string) (*npyArray, error) {
	content, err := entry.Open()
	if err != nil {
		return nil, fmt.Errorf("cannot be opened: %w", err)
	}
	defer content.Close()
	a, err := DescribeNPY(content, name)
	if err != nil {
		return nil, err
	}
	a.entry = entry
	if a.Odd != nil {
		return a, nil
	}
	if want := uint64(a.Bytes) + uint64(a.Count())*uint64(a.Width); entry.UncompressedSize64 != want {
		return nil, fmt.Errorf("has the shape %v of %d-byte numbers, %d bytes in all, but %d bytes are there",
			a.Shape, a.Width, want, entry.UncompressedSize64)
	}
	return a, nil
}

// DescribeNPY reads the header of an array, up to its first number.
func DescribeNPY(content io.Reader, name string) (*npyArray, error) {
	h, err := npy.Read(content)
	a := &npyArray{Header: h, name: name}
	var odd *npy.ContentError
	if errors.As(err, &odd) {
		a.Odd = odd
		return a, nil
	}
	return a, err
}

// Rows and columns are the two axes, 1 for those that are not there.
func (a *npyArray) Rows() int {
	if len(a.Shape) == 0 {
		return 1
	}
	return a.Shape[0]
}

func (a *npyArray) Columns() int {
	columns := 1
	for _, n := range a.Shape[min(1, len(a.Shape)):] {
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
	if _, err := io.CopyN(io.Discard, content, a.Bytes); err != nil {
		return brokenNPY(err)
	}
	return a.EachOf(content, visit)
}

// EachOf is each for numbers that content begins with and ends after.
func (a *npyArray) EachOf(content io.Reader, visit func(row, column int, value float64) error) error {
	rows, columns := a.Rows(), a.Columns()
	left := rows * columns
	buffer := make([]byte, scan.BufferBytes)
	values := make([]float64, len(buffer)/a.Width)
	row, column := 0, 0
	for left > 0 {
		part := buffer[:min(left, len(values))*a.Width]
		if _, err := io.ReadFull(content, part); err != nil {
			return brokenNPY(err)
		}
		some := a.Decode(values, part)
		left -= len(some)
		for _, value := range some {
			if err := visit(row, column, value); err != nil {
				return err
			}
			if a.Fortran {
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
