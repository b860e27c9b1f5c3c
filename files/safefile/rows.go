package safefile

import "io"

// Rows describes an array whose numbers are made as they are written. The zero value has no rows.
type Rows struct {
	Count int // rows
	Bytes int // of a row
	// Append appends the bytes of rows first to last−1. Several goroutines call it at once.
	Append func(to []byte, first, last int) []byte
}

// Size returns the length of all rows [bytes].
func (r Rows) Size() int64 { return int64(r.Count) * int64(r.Bytes) }

// PerBlock returns the number of whole rows that a block of BlockBytes holds, at least 1.
func (r Rows) PerBlock() int { return max(1, BlockBytes/max(1, r.Bytes)) }

// Blocks returns the number of blocks of the rows.
func (r Rows) Blocks() int { return (r.Count + r.PerBlock() - 1) / r.PerBlock() }

// Block appends the bytes of a block.
func (r Rows) Block(number int, to []byte) []byte {
	return r.Append(to, number*r.PerBlock(), min(r.Count, (number+1)*r.PerBlock()))
}

// WriteTo writes all rows; all cores make them. The number of bytes written is Size, or
// unknown after an error.
func (r Rows) WriteTo(w io.Writer) (int64, error) {
	return r.Size(), WriteBlocks(w, r.Blocks(), func(number int, to []byte) ([]byte, error) { return r.Block(number, to), nil })
}
