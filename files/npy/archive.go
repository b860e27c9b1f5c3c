package npy

import (
	"archive/zip"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"

	"hooke/files/safefile"
)

// Array is a named array of numbers in row-major order.
type Array struct {
	Name  string // NumPy's key, without .npy
	Shape []int  // numbers along each axis; empty: the array is a single number
	// Data is []float32, []float64, []int64, []uint32, or [][3]float32, which
	// has the shape [n, 3]; Blocks or Encoded, which are made as they are written;
	// or a string, which is a single text; of an archive that was read []string, too, a list of texts.
	Data any
}

// Numbers returns an array of the given shape; without a shape it is a single number.
func Numbers(name string, data any, shape ...int) Array {
	return Array{Name: name, Shape: shape, Data: data}
}

// Vectors returns an array of n vectors, shape [n, 3].
func Vectors(name string, v [][3]float32) Array {
	return Array{Name: name, Shape: []int{len(v), 3}, Data: v}
}

// Blocks are vectors that are read when they are written, some at a time, so that memory never holds
// them all. Read is called by several goroutines at once.
type Blocks struct {
	Count int
	Read  func(to [][3]float32, first int)
}

// VectorBlocks returns Vectors of vectors in blocks.
func VectorBlocks(name string, v Blocks) Array {
	return Array{Name: name, Shape: []int{v.Count, 3}, Data: v}
}

// Encoded are numbers that are made as bytes when they are written.
type Encoded struct {
	Type  string        // NumPy's name of their type, such as <f8
	Rows  safefile.Rows // little-endian
	Width int           // numbers in a row
}

// Text returns a text as an array of shape [], one of NumPy's unicode texts (<U); str(array)
// gives it back.
func Text(name, text string) Array { return Array{Name: name, Data: text} }

// Text returns the text of an array that the function Text made, or of an array of character
// numbers, as older files have it; of a list of texts, these with line breaks between them. It is empty where the array is no text.
func (a Array) Text() string {
	if text, ok := a.Data.(string); ok {
		return text
	}
	if list, ok := a.Data.([]string); ok {
		return strings.Join(list, "\n")
	}
	characters, _ := a.Data.([]uint32)
	return textOf(characters)
}

// textOf returns the text with the given character numbers. A number that is no character
// shows as one that is missing.
func textOf(characters []uint32) string {
	var text strings.Builder
	for _, r := range characters {
		text.WriteRune(rune(min(r, unicode.MaxRune+1)))
	}
	return text.String()
}

// charactersOf returns the character numbers of a text. NumPy has no text of length zero.
func charactersOf(text string) []uint32 {
	var characters []uint32
	for _, r := range text {
		characters = append(characters, uint32(r))
	}
	if len(characters) == 0 {
		return []uint32{0}
	}
	return characters
}

// WriteArchive writes arrays to a file of ours, for numpy.load(path)["name"]. It refuses links.
func WriteArchive(path string, arrays ...Array) error {
	return writeArchive(safefile.WriteFile, path, arrays)
}

// WriteNamedArchive returns WriteArchive for a path that the user named: it follows links and
// writes into pipes.
func WriteNamedArchive(path string, arrays ...Array) error {
	return writeArchive(safefile.WriteNamed, path, arrays)
}

// writeArchive writes arrays as NumPy's numpy.savez does: a zip file of .npy files
// (format version 1.0, little-endian), stored without compression, read by
// numpy.load(path)["name"]. Memory is constant whatever the sizes, and the same
// arrays give the same bytes. Format: numpy.lib.format in NumPy's manual.
func writeArchive(writeFile func(string, func(io.Writer) error) error, path string, arrays []Array) error {
	taken := make(map[string]bool, len(arrays))
	for _, a := range arrays {
		if err := a.validate(); err != nil {
			return fmt.Errorf("export: %s: %w", path, err)
		}
		if taken[a.Name] {
			return fmt.Errorf("export: %s: two arrays are called %q; give each a name of its own", path, a.Name)
		}
		taken[a.Name] = true
	}
	return writeFile(path, func(w io.Writer) error {
		archive := zip.NewWriter(w)
		for _, a := range arrays {
			entry, err := archive.CreateHeader(&zip.FileHeader{Name: a.Name + ".npy", Method: zip.Store})
			if err != nil {
				return err
			}
			if err := a.Write(entry); err != nil {
				return err
			}
		}
		return archive.Close()
	})
}

func (a Array) validate() error {
	if a.Name == "" {
		return fmt.Errorf("an array of shape %v has no name", a.Shape)
	}
	_, numbers, ok := describe(a.Data)
	if !ok {
		return fmt.Errorf("array %q: %T cannot be written; use []float32, []float64, []int64, []uint32, [][3]float32, Blocks, Encoded or a string",
			a.Name, a.Data)
	}
	wanted, ok := product(a.Shape)
	if !ok || wanted != numbers {
		return fmt.Errorf("array %q: %d numbers do not fill the shape %v", a.Name, numbers, a.Shape)
	}
	return nil
}

// describe returns NumPy's name of the element type and the count of numbers in data.
func describe(data any) (dtype string, numbers int64, ok bool) {
	switch d := data.(type) {
	case []float32:
		return "<f4", int64(len(d)), true
	case [][3]float32:
		return "<f4", 3 * int64(len(d)), true
	case Blocks:
		return "<f4", 3 * int64(d.Count), true
	case Encoded:
		return d.Type, int64(d.Width) * int64(d.Rows.Count), true
	case []float64:
		return "<f8", int64(len(d)), true
	case []int64:
		return "<i8", int64(len(d)), true
	case []uint32:
		return "<u4", int64(len(d)), true
	case string:
		return fmt.Sprintf("<U%d", len(charactersOf(d))), 1, true
	}
	return "", 0, false
}

// Write writes an array as a .npy file: the header and then the numbers, block by
// block.
func (a Array) Write(w io.Writer) error {
	dtype, _, _ := describe(a.Data)
	if _, err := w.Write(AppendHeader(nil, dtype, a.Shape)); err != nil {
		return err
	}
	return WriteNumbers(w, a.Data)
}

// WriteNumbers writes numbers in little-endian order, without a header. data has one of
// the types of Array.Data, or is an []int32.
func WriteNumbers(w io.Writer, data any) error {
	rows, ok := RowsOf(data)
	if !ok {
		return fmt.Errorf("export: numbers of type %T cannot be written", data)
	}
	_, err := rows.WriteTo(w)
	return err
}

// product returns the count of numbers in a shape: 1 without axes. It is false for a
// negative length, and for a count beyond 64 bits.
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
