package npy

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
)

// bufferBytes is the size of the part of an entry that is decoded at once.
const bufferBytes = 64 << 10

// Entry is one array of an archive, or in memory (Of): its header, and where its numbers are, whatever
// their type. The zero value is no array.
type Entry struct {
	Header
	Name     string // in the archive, without .npy
	entry    *zip.File
	inMemory func(columns int, visit func(row, column int, value float64) error) error // nil: in the archive
	Odd      error                                                                     // why it holds no numbers, for callers that need them; nil: it holds numbers
}

// OpenEntry reads the header and checks that the entry has exactly the size that the
// header announces.
func OpenEntry(entry *zip.File, name string) (*Entry, error) {
	content, err := entry.Open()
	if err != nil {
		return nil, fmt.Errorf("cannot be opened: %w", err)
	}
	defer content.Close()
	a, err := Describe(content, name)
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

// Describe reads the header of an array, up to its first number.
func Describe(content io.Reader, name string) (*Entry, error) {
	h, err := Read(content)
	a := &Entry{Header: h, Name: name}
	var odd *ContentError
	if errors.As(err, &odd) {
		a.Odd = odd
		return a, nil
	}
	return a, err
}

// Rows returns the length of the first axis; 1 without axes.
func (a *Entry) Rows() int {
	if len(a.Shape) == 0 {
		return 1
	}
	return a.Shape[0]
}

// Columns returns the count of numbers in a row: the product of the other axes.
func (a *Entry) Columns() int {
	columns := 1
	for _, n := range a.Shape[min(1, len(a.Shape)):] {
		columns *= n
	}
	return columns
}

// Each calls visit for every number, with its row and column.
func (a *Entry) Each(visit func(row, column int, value float64) error) error {
	if a.inMemory != nil {
		return a.inMemory(a.Columns(), visit)
	}
	content, err := a.entry.Open()
	if err != nil {
		return fmt.Errorf("cannot be opened: %w", err)
	}
	defer content.Close()
	if _, err := io.CopyN(io.Discard, content, a.Bytes); err != nil {
		return Broken(err)
	}
	return a.EachOf(content, visit)
}

// EachOf returns Each for numbers from content, which must end after them.
func (a *Entry) EachOf(content io.Reader, visit func(row, column int, value float64) error) error {
	rows, columns := a.Rows(), a.Columns()
	left := rows * columns
	buffer := make([]byte, bufferBytes)
	values := make([]float64, len(buffer)/a.Width)
	row, column := 0, 0
	for left > 0 {
		part := buffer[:min(left, len(values))*a.Width]
		if _, err := io.ReadFull(content, part); err != nil {
			return Broken(err)
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
		return Broken(err)
	}
	return nil
}

// Broken returns an error that says why numbers could not be read.
func Broken(err error) error {
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
