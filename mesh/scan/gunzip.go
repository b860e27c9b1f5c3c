package scan

import (
	"compress/gzip"
	"fmt"
	"io"

	"hooke/machine/memory"
)

// GzipMark is the first two bytes of a file that gzip compressed.
const GzipMark = "\x1f\x8b"

// Limits of gzip: past the first GraceBytes, the output is at most MaxExpansion times the
// input. Deflate itself reaches 1,032 at most; text of meshes lies between 3 and 30.
const (
	MaxExpansion = 200
	GraceBytes   = 16 << 20
)

// Gunzip undoes gzip for readers that need no Source. Its reader returns an error for
// data that is broken or cut off, or grows beyond the limits.
func Gunzip(r io.Reader) (io.Reader, error) {
	counted := &countedReader{r: r}
	return newInflater(counted, counted)
}

// newInflater undoes gzip of the bytes in r, which reads from in.
func newInflater(r io.Reader, in *countedReader) (*inflater, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("broken gzip data: %w; compress it again", err)
	}
	return &inflater{z: z, in: in}, nil
}

// inflater undoes gzip and refuses data that grows beyond the limits.
type inflater struct {
	z     *gzip.Reader
	in    *countedReader
	bytes int64 // number of bytes given out
	end   ending
}

func (d *inflater) Read(b []byte) (int, error) {
	n, err := d.z.Read(b)
	if full := asked(d.bytes, d.bytes+int64(n)); full != nil {
		return 0, full
	}
	d.bytes += int64(n)
	d.end.see(b[:n], err)
	if d.bytes > GraceBytes && d.bytes/MaxExpansion > d.in.bytes {
		return 0, fmt.Errorf("gzip data that grows more than %d times (%d bytes so far); unpack it first if it is meant to", MaxExpansion, d.bytes)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("broken gzip data: %w", err)
	}
	return n, err
}

// countedReader counts the bytes it gives, and keeps the error that ended it.
type countedReader struct {
	r     io.Reader
	bytes int64
	err   error // nil also at the end of the file
	end   ending
}

func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	if full := asked(c.bytes, c.bytes+int64(n)); full != nil {
		n, err = 0, full
	}
	c.bytes += int64(n)
	c.end.see(b[:n], err)
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}

// askEvery is the number of bytes that are read between two questions whether there is
// memory for as many more.
const askEvery = 64 << 20

// asked returns an error if memory is too small for the bytes that follow the bytes
// already read.
func asked(before, after int64) error {
	if before/askEvery == after/askEvery {
		return nil
	}
	return memory.Ask(askEvery, "%d more bytes of the file", int64(askEvery))
}

// InflateLimit refuses data that grows too much, as Source does for gzip. The zero value
// has counted no bytes.
type InflateLimit struct{ out int64 }

// Add counts n more bytes of output; read is the number of bytes of input so far. It
// returns an error, whose text continues a sentence after "is", where the output grew
// beyond the limits.
func (l *InflateLimit) Add(n int, read int64) error {
	if l.out += int64(n); l.out > GraceBytes && l.out/MaxExpansion > read {
		return fmt.Errorf("compressed data that grows more than %d times (%d bytes so far)", MaxExpansion, l.out)
	}
	return nil
}
