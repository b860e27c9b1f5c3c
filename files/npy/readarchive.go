package npy

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"hooke/files/safefile"
	"hooke/machine/memory"
)

// ReadArchive reads an archive of WriteArchive or numpy.savez, in the order of the file:
// arrays of float32, float64, int64 and uint32, texts, and lists of texts, stored without
// compression. Memory is bounded by the size of the file, whatever its headers claim.
func ReadArchive(path string) (arrays []Array, err error) {
	err = safefile.Read("export", path, func(file *os.File, size int64) error {
		arrays, err = DecodeArchive(file, size)
		return err
	})
	return arrays, err
}

// DecodeArchive returns ReadArchive for an open file of size bytes; its errors do not name
// the file.
func DecodeArchive(r io.ReaderAt, size int64) ([]Array, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("is not an NPZ file: %w", err)
	}
	if err := memory.Ask(size, "its arrays"); err != nil {
		return nil, err
	}
	arrays := make([]Array, 0, len(archive.File))
	left := size // entries of a hostile file may overlap: together they get the size of the file
	for _, entry := range archive.File {
		name, ok := strings.CutSuffix(entry.Name, ".npy")
		if !ok {
			return nil, fmt.Errorf("entry %q is not a .npy file", entry.Name)
		}
		if entry.Method != zip.Store {
			return nil, fmt.Errorf("array %q is compressed; save it with numpy.savez", name)
		}
		if entry.UncompressedSize64 > uint64(left) {
			return nil, fmt.Errorf("array %q claims %d bytes; the file has %d left", name, entry.UncompressedSize64, left)
		}
		left -= int64(entry.UncompressedSize64)
		a, err := ReadEntry(entry)
		if err != nil {
			return nil, fmt.Errorf("array %q %w", name, err)
		}
		a.Name = name
		arrays = append(arrays, a)
	}
	return arrays, nil
}

// ReadEntry reads one array of an archive, without its name; errors continue a sentence
// that begins with the name.
func ReadEntry(entry *zip.File) (Array, error) {
	content, err := entry.Open()
	if err != nil {
		return Array{}, fmt.Errorf("cannot be opened: %w", err)
	}
	defer content.Close()
	var data bytes.Buffer // grows with the bytes that are really there
	if _, err := io.Copy(&data, content); err != nil {
		if errors.Is(err, zip.ErrChecksum) {
			return Array{}, fmt.Errorf("is damaged: its checksum does not match")
		}
		return Array{}, fmt.Errorf("cannot be read: %w", err)
	}

	h, err := Read(&data)
	var odd *ContentError
	if errors.As(err, &odd) && h.Kind == 'U' && len(h.Shape) < 2 && int64(data.Len()) == h.Count()*int64(h.Width) && h.Width > 0 {
		texts := decodeTexts(h, data.Bytes())
		if len(h.Shape) == 0 {
			return Array{Data: texts[0]}, nil
		}
		return Array{Shape: h.Shape, Data: texts}, nil
	}
	if err != nil {
		return Array{}, err
	}
	dtype := fmt.Sprintf("%c%d", h.Kind, h.Width)
	switch {
	case h.Order != binary.LittleEndian || !slices.Contains([]string{"f4", "f8", "i8", "u4"}, dtype):
		return Array{}, fmt.Errorf("has the element type %s, %v; only f4, f8, i8 and u4 in little endian are read", dtype, h.Order)
	case h.Fortran && len(h.Shape) > 1:
		return Array{}, errors.New("is in column-major order; only row-major is read")
	case int64(data.Len()) != h.Count()*int64(h.Width):
		return Array{}, fmt.Errorf("has the shape %v of %d-byte numbers, but %d bytes", h.Shape, h.Width, data.Len())
	}
	return Array{Shape: h.Shape, Data: decode(dtype, data.Bytes())}, nil
}

// decodeTexts are texts of the same width, which blanks with the number 0 fill.
func decodeTexts(h Header, data []byte) []string {
	characters := make([]uint32, len(data)/4)
	_, _ = binary.Decode(data, h.Order, characters) // data has exactly these bytes
	var texts []string
	for one := range slices.Chunk(characters, h.Width/4) {
		texts = append(texts, strings.TrimRight(textOf(one), "\x00"))
	}
	return texts
}

func decode(dtype string, data []byte) any {
	switch dtype {
	case "f4":
		return decodeAs[float32](data, 4)
	case "f8":
		return decodeAs[float64](data, 8)
	case "i8":
		return decodeAs[int64](data, 8)
	}
	return decodeAs[uint32](data, 4)
}

func decodeAs[T float32 | float64 | int64 | uint32](data []byte, width int) []T {
	numbers := make([]T, len(data)/width)
	// Decode fails only on a buffer that is too short, which this one is not.
	_, _ = binary.Decode(data, binary.LittleEndian, numbers)
	return numbers
}
