package scan

import (
	"compress/gzip"
	"fmt"
	"io"

	"hooke/memory"
)

// GzipMark begins files that gzip compressed.
const GzipMark = "\x1f\x8b"

// Limits of gzip: past the first GraceBytes, what comes out is at most
// MaxExpansion times what went in. Deflate itself ends at 1,032; text of meshes
// lies between 3 and 30.
const (
	MaxExpansion = 200
	GraceBytes   = 16 << 20
)

// Gunzip undoes gzip for readers that need no Source. Data that is broken or cut off,
// or grows beyond the limits, ends in an error.
func Gunzip(r io.Reader) (io.Reader, error) {
	counted := &countedReader{r: r}
	return newInflater(counted, counted)
}

// newInflater undoes gzip of what lies in r, which reads from in.
func newInflater(r io.Reader, in *countedReader) (*inflater, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("broken gzip data: %w; compress it again", err)
	}
	return &inflater{z: z, in: in}, nil
}

// inflater undoes gzip and gives up on bombs.
type inflater struct {
	z     *gzip.Reader
	in    *countedReader
	bytes int64 // given out
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

// countedReader counts what it gives, and keeps the error that ended it.
type countedReader struct {
	r     io.Reader
	bytes int64
	err   error // nil at the end of the file, too
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

// askEvery is how many bytes are read before it is asked again whether there is memory for
// as many.
const askEvery = 64 << 20

// asked is whether there is memory for what is read next, after so many bytes.
func asked(before, after int64) error {
	if before/askEvery == after/askEvery {
		return nil
	}
	return memory.Ask(askEvery, "%d more bytes of the file", int64(askEvery))
}

// InflateLimit gives up on data that grows too much, as Source does for gzip. The zero
// value has seen none.
type InflateLimit struct{ out int64 }

// Add counts n bytes that came out of read bytes in all; its error goes on after "is".
func (l *InflateLimit) Add(n int, read int64) error {
	if l.out += int64(n); l.out > GraceBytes && l.out/MaxExpansion > read {
		return fmt.Errorf("compressed data that grows more than %d times (%d bytes so far)", MaxExpansion, l.out)
	}
	return nil
}
