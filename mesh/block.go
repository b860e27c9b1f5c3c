package mesh

import (
	"errors"
	"fmt"
	"io"
)

// errEnds is the end of a file in the midst of something.
var errEnds = errors.New("the file ends here; is it cut off?")

// blockReader hands out the bytes of a binary file in pieces and knows where it
// is.
type blockReader struct {
	in     *source
	offset int64 // of the next byte
}

// next returns n bytes, at most bufferBytes, valid until the next call.
func (b *blockReader) next(n int) ([]byte, error) {
	data, err := b.in.Peek(n)
	if err != nil {
		b.offset += int64(len(data))
		if err == io.EOF {
			return nil, errEnds
		}
		return nil, fmt.Errorf("cannot read: %w", err)
	}
	if _, err := b.in.Discard(n); err != nil {
		return nil, err
	}
	b.offset += int64(n)
	return data, nil
}

// skip passes over n bytes.
func (b *blockReader) skip(n int64) error {
	for n > 0 {
		passed, err := b.in.Discard(int(min(n, 1<<20)))
		b.offset += int64(passed)
		n -= int64(passed)
		if err == io.EOF {
			return errEnds
		} else if err != nil {
			return fmt.Errorf("cannot read: %w", err)
		}
	}
	return nil
}

// rest counts the bytes to the end of the file, up to most.
func (b *blockReader) rest(most int64) (int64, error) {
	n, err := io.Copy(io.Discard, io.LimitReader(b.in.Reader, most))
	if err != nil {
		return n, fmt.Errorf("cannot read: %w", err)
	}
	return n, nil
}

// fault is an error at a place of the file.
func (b *blockReader) fault(offset int64, err error) error {
	return fmt.Errorf("%s: byte %d: %w", b.in.name, offset, err)
}
