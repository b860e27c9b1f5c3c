package hdf

import (
	"io"

	"hooke/files/safefile"
)

// Kind is the type of the numbers of an array.
type Kind string

// The kinds, by the names that VTK has for them.
const (
	Float32 Kind = "Float32"
	Float64 Kind = "Float64"
	Int32   Kind = "Int32"
	Int64   Kind = "Int64"
	UInt32  Kind = "UInt32"
	UInt8   Kind = "UInt8"
)

// Bytes returns the length of a number.
func (k Kind) Bytes() int {
	switch k {
	case Float64, Int64:
		return 8
	case UInt8:
		return 1
	}
	return 4
}

// Array is an array of a file, made of pieces of the same shape, one after the other: one
// for each frame, for example. A piece is stored in chunks of equal length, the last one
// filled up with zeros, so every piece takes Stride rows. The zero value is no array.
type Array struct {
	Name       string
	Kind       Kind
	Components int  // numbers in a row; with Flat they follow each other in one axis
	Flat       bool // one axis; false: the shape is [rows, Components], or [rows] where Components is 1
	Rows       int  // of a piece that mean something
	Zlib       bool // chunks are zlib streams
	// Chunks are where the chunks of all pieces are, in their order.
	Chunks []Chunk
}

// Chunk is a part of an array in the file.
type Chunk struct{ Address, Bytes int64 }

// rowBytes returns the length of a row.
func (a *Array) rowBytes() int { return a.Components * a.Kind.Bytes() }

// perPiece returns the number of chunks of a piece: as many as make a chunk at most
// safefile.BlockBytes long; 0 for a piece without rows.
func (a *Array) perPiece() int {
	bytes := int64(a.Rows) * int64(a.rowBytes())
	return int((bytes + safefile.BlockBytes - 1) / safefile.BlockBytes)
}

// chunkRows returns the number of rows of a chunk, at least 1.
func (a *Array) chunkRows() int {
	if a.Rows == 0 {
		return 1
	}
	return (a.Rows + a.perPiece() - 1) / a.perPiece()
}

// Stride returns how many rows are from one piece to the next.
func (a *Array) Stride() int64 { return int64(a.perPiece()) * int64(a.chunkRows()) }

// ChunksOfPiece returns how many chunks Write writes for a piece.
func (a *Array) ChunksOfPiece() int { return a.perPiece() }

// Write writes the chunks of a piece and returns the length of each [bytes]. All cores
// make them.
func (a *Array) Write(w io.Writer, piece safefile.Rows) ([]int64, error) {
	lengths := make([]int64, a.perPiece())
	rows := a.chunkRows()
	err := safefile.WriteBlocks(w, len(lengths), func(number int, to []byte) ([]byte, error) {
		raw := func(to []byte) []byte {
			to = piece.Append(to, number*rows, min(a.Rows, (number+1)*rows))
			return append(to, make([]byte, rows*a.rowBytes()-len(to))...)
		}
		var err error
		if a.Zlib {
			to, err = safefile.Zlib(raw, to)
		} else {
			to = raw(to)
		}
		lengths[number] = int64(len(to))
		return to, err
	})
	return lengths, err
}

// shape returns the length of each axis, and of chunks along these.
func (a *Array) shape() (axes, chunk []int64) {
	rows := int64(0)
	if pieces := len(a.Chunks) / max(1, a.perPiece()); pieces > 0 {
		rows = int64(pieces-1)*a.Stride() + int64(a.Rows)
	}
	switch {
	case a.Flat:
		return []int64{rows * int64(a.Components)}, []int64{int64(a.chunkRows() * a.Components)}
	case a.Components == 1:
		return []int64{rows}, []int64{int64(a.chunkRows())}
	}
	return []int64{rows, int64(a.Components)}, []int64{int64(a.chunkRows()), int64(a.Components)}
}
