package vtk

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"hooke/files/safefile"
)

// Patched is a file of which bytes that are written can be replaced.
type Patched interface {
	io.Writer
	// Patch replaces the bytes from an offset on by as many others.
	Patch(with []byte, at int64) error
}

// placeWidth is the width of the offset of an array [characters]: that of 2⁶³.
const placeWidth = 19

// WriteCompressed writes the grid as Write does, but with arrays that are compressed in
// blocks by zlib, level 1. Before its blocks an array has their number, their length, the
// length of the last one where it is shorter, else 0, and the length of each when
// compressed (64 bits each): the form of vtkZLibDataCompressor.
func (g *Grid) WriteCompressed(to Patched) error {
	topology, all := g.arrays()
	head := string(g.header(` compressor="vtkZLibDataCompressor"`, func(GridArray) int64 { return unknown }, topology))
	// The offsets are known when the arrays are compressed. Spaces between attributes mean
	// nothing.
	var places []int64
	mark := fmt.Sprintf(`offset="%d"`, int64(unknown))
	var text strings.Builder
	for {
		before, after, found := strings.Cut(head, mark)
		text.WriteString(before)
		if !found {
			break
		}
		places = append(places, int64(text.Len()))
		text.WriteString(placed(0))
		head = after
	}
	if _, err := io.WriteString(to, text.String()); err != nil {
		return err
	}
	begin := int64(text.Len())
	at := begin
	for i, a := range all {
		if err := to.Patch([]byte(placed(at-begin)), places[i]); err != nil {
			return err
		}
		length, err := compressed(to, a.Rows, at)
		if err != nil {
			return err
		}
		at += length
	}
	_, err := io.WriteString(to, "\n</AppendedData>\n</VTKFile>\n")
	return err
}

// unknown stands for an offset that is not known yet; no array begins there.
const unknown = -1

// placed returns the attribute of an offset, always of the same length.
func placed(at int64) string {
	return fmt.Sprintf("%-*s", len(`offset=""`)+placeWidth, fmt.Sprintf(`offset="%d"`, at))
}

// compressed writes an array at an offset and returns the number of bytes.
func compressed(to Patched, rows safefile.Rows, at int64) (int64, error) {
	blocks := rows.Blocks()
	head := make([]uint64, 3+blocks)
	head[0], head[1] = uint64(blocks), uint64(rows.PerBlock()*rows.Bytes)
	head[2] = uint64(rows.Size()) % head[1]
	if _, err := to.Write(words(head)); err != nil { // where their lengths go
		return 0, err
	}
	err := safefile.WriteBlocks(to, blocks, func(number int, into []byte) ([]byte, error) {
		into, err := rows.Zlib(number, into)
		head[3+number] = uint64(len(into))
		return into, err
	})
	if err != nil {
		return 0, err
	}
	length := int64(8 * len(head))
	for _, bytes := range head[3:] {
		length += int64(bytes)
	}
	return length, to.Patch(words(head), at)
}

func words(of []uint64) (out []byte) {
	for _, word := range of {
		out = binary.LittleEndian.AppendUint64(out, word)
	}
	return out
}
