package export

import (
	"compress/gzip"
	"fmt"
	"io"
)

// gzipMark begins compressed files.
const gzipMark = "\x1f\x8b"

// Limits of compressed files: past the first graceBytes, what comes out is at most
// mostExpansion times what went in. Text of dumps lies between 3 and 30.
const (
	mostExpansion = 200
	graceBytes    = 16 << 20
)

// gunzip undoes gzip and gives up on bombs.
type gunzip struct {
	z     *gzip.Reader
	in    *countedReader
	given int64 // bytes
}

// countedReader counts what it gives.
type countedReader struct {
	r     io.Reader
	bytes int64
}

func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.bytes += int64(n)
	return n, err
}

func newGunzip(r io.Reader) (*gunzip, error) {
	in := &countedReader{r: r}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("broken gzip data: %w; compress it again", err)
	}
	return &gunzip{z: z, in: in}, nil
}

func (g *gunzip) Read(b []byte) (int, error) {
	n, err := g.z.Read(b)
	g.given += int64(n)
	if g.given > graceBytes && g.given/mostExpansion > g.in.bytes {
		return 0, fmt.Errorf("gzip data that grows more than %d times (%d bytes so far); unpack it first if it is meant to", mostExpansion, g.given)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("broken gzip data: %w", err)
	}
	return n, err
}
