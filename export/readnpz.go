package export

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
)

// ReadNPZ reads what WriteNPZ or numpy.savez wrote, in the order of the file:
// arrays of float32, float64, int64 and uint32, and texts, stored without compression.
// Memory is bounded by the size of the file, whatever its headers claim.
func ReadNPZ(path string) ([]Array, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	arrays, err := readNPZ(file, info.Size())
	if err != nil {
		return nil, fmt.Errorf("export: %s: %w", path, err)
	}
	return arrays, nil
}

func readNPZ(r io.ReaderAt, size int64) ([]Array, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("is not an NPZ file: %w", err)
	}
	arrays := make([]Array, 0, len(archive.File))
	left := size // entries may overlap in a hostile file: together they get the size of the file
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
		a, err := readEntry(entry)
		if err != nil {
			return nil, fmt.Errorf("array %q %w", name, err)
		}
		a.Name = name
		arrays = append(arrays, a)
	}
	return arrays, nil
}

func readEntry(entry *zip.File) (Array, error) {
	content, err := entry.Open()
	if err != nil {
		return Array{}, fmt.Errorf("cannot be opened: %w", err)
	}
	defer content.Close()
	var data bytes.Buffer // grows with what is really there
	if _, err := io.Copy(&data, content); err != nil {
		if errors.Is(err, zip.ErrChecksum) {
			return Array{}, fmt.Errorf("is damaged: its checksum does not match")
		}
		return Array{}, fmt.Errorf("cannot be read: %w", err)
	}

	dtype, shape, err := readNPYHeader(&data)
	if err != nil {
		return Array{}, err
	}
	if runes, ok := strings.CutPrefix(dtype, "<U"); ok {
		return readText(runes, shape, data.Bytes())
	}
	width := map[string]int64{"<f4": 4, "<u4": 4, "<f8": 8, "<i8": 8}[dtype]
	if width == 0 {
		return Array{}, fmt.Errorf("has the element type %.20q; only <f4, <f8, <i8 and <u4 are read", dtype)
	}
	count, ok := product(shape)
	if !ok || int64(data.Len())%width != 0 || int64(data.Len())/width != count {
		return Array{}, fmt.Errorf("has the shape %v of %d-byte numbers, but %d bytes", shape, width, data.Len())
	}
	return Array{Shape: shape, Data: decode(dtype, data.Bytes())}, nil
}

// readText reads a single text of so many characters.
func readText(runes string, shape []int, data []byte) (Array, error) {
	count, err := strconv.Atoi(runes)
	if err != nil || len(shape) != 0 || len(data)%4 != 0 || len(data)/4 != count {
		return Array{}, fmt.Errorf("has texts of %.20s characters and the shape %v, but %d bytes; only single texts are read", runes, shape, len(data))
	}
	var text strings.Builder
	for _, r := range decodeAs[uint32](data, 4) {
		if r != 0 { // NumPy fills up with them
			text.WriteRune(rune(min(r, unicode.MaxRune+1)))
		}
	}
	return Array{Data: text.String()}, nil
}

func decode(dtype string, data []byte) any {
	switch dtype {
	case "<f4":
		return decodeAs[float32](data, 4)
	case "<f8":
		return decodeAs[float64](data, 8)
	case "<i8":
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
