package scan

import (
	"errors"
	"fmt"
	"io"
)

// ErrEnds says that a file ends inside a value, a record or a block.
var ErrEnds = errors.New("the file ends here; is it cut off?")

// Blocks hands out the bytes of a binary file in pieces and knows where it
// is.
type Blocks struct {
	In     *Source
	Offset int64 // offset of the next byte
}

// Next returns n bytes, at most BufferBytes, valid until the next call.
func (b *Blocks) Next(n int) ([]byte, error) {
	data, err := b.In.Peek(n)
	if err != nil {
		b.Offset += int64(len(data))
		if err == io.EOF {
			return nil, ErrEnds
		}
		return nil, fmt.Errorf("cannot read: %w", err)
	}
	if _, err := b.In.Discard(n); err != nil {
		return nil, err
	}
	b.Offset += int64(n)
	return data, nil
}

// Skip drops n bytes. A file that ends before them gives ErrEnds.
func (b *Blocks) Skip(n int64) error {
	for n > 0 {
		passed, err := b.In.Discard(int(min(n, 1<<20)))
		b.Offset += int64(passed)
		n -= int64(passed)
		if err == io.EOF {
			return ErrEnds
		} else if err != nil {
			return fmt.Errorf("cannot read: %w", err)
		}
	}
	return nil
}

// Rest counts the bytes to the end of the file; it counts no further than most.
func (b *Blocks) Rest(most int64) (int64, error) {
	n, err := io.Copy(io.Discard, io.LimitReader(b.In.Reader, most))
	if err != nil {
		return n, fmt.Errorf("cannot read: %w", err)
	}
	return n, nil
}

// Fault adds the file's name and a byte offset to an error.
func (b *Blocks) Fault(offset int64, err error) error {
	return fmt.Errorf("%s: byte %d: %w", b.In.Name, offset, err)
}
