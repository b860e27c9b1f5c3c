package mesh

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"hooke/memory"
)

// source is a file on its way into a reader: buffered, gzip undone, with its
// name for messages and the folder its sidecars may lie in.
type source struct {
	*bufio.Reader // at least 64 KiB

	name   string // as the caller gave it, for messages
	base   string // its last element
	size   int64  // bytes that Reader gives in all; −1 where not known (gzip, pipes)
	folder fs.FS  // where sidecars lie; nil: they are refused

	KeepDuplicates bool // vertices at the same place stay apart, of formats that cannot share them
	KeepUp         bool // what is up stays as the file has it

	file   io.Closer      // of a sidecar
	at     io.ReaderAt    // all size bytes in any order; nil where they only stream
	stored *countedReader // the bytes as they lie in the file, compressed or not
	zipped *inflater      // what undoes gzip; nil where there is none
	sides  []*source      // sidecars that were opened
}

// Limits of gzip: past the first graceBytes, what comes out is at most
// maxExpansion times what went in. Deflate itself ends at 1,032; text of meshes
// lies between 3 and 30.
const (
	maxExpansion = 200
	graceBytes   = 16 << 20
	bufferBytes  = 64 << 10
)

// openSource makes a source of an opened file; the caller closes it.
func openSource(file fs.File, name string) (*source, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	size := int64(-1)
	if err := memory.Ask(info.Size()/textPerByte, "what %s holds", name); err != nil && info.Mode().IsRegular() {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	switch {
	case info.IsDir():
		return nil, fmt.Errorf("mesh: %s is a folder; name a mesh file in it", name)
	case info.Mode().IsRegular():
		size = info.Size()
	}
	return newSource(file, size, name)
}

func newSource(r io.Reader, size int64, name string) (*source, error) {
	counted := &countedReader{r: r}
	in := &source{Reader: bufio.NewReaderSize(counted, bufferBytes), name: name, base: filepath.Base(name), size: size, stored: counted}
	if head, _ := in.Peek(2); string(head) != "\x1f\x8b" {
		if size >= 0 {
			in.at, _ = r.(io.ReaderAt)
		}
		return in, nil
	}
	z, err := gzip.NewReader(in.Reader)
	if err != nil {
		return nil, fmt.Errorf("%s: broken gzip data: %w; compress it again", name, err)
	}
	in.zipped = &inflater{z: z, in: counted}
	in.Reader = bufio.NewReaderSize(in.zipped, bufferBytes)
	in.size = -1
	return in, nil
}

// sidecar opens another file of the same folder, gzip undone: name is its plain
// name or a path below the folder with slashes; without it, name.gz is taken. The caller closes what it gets.
func (in *source) sidecar(name string) (*source, error) {
	shown := filepath.Join(filepath.Dir(in.name), filepath.FromSlash(name))
	switch {
	case in.folder == nil:
		return nil, fmt.Errorf("%s: needs the file %q beside it, and was not read from a folder; read it by its path", in.name, name)
	case !fs.ValidPath(name) || name == ".":
		return nil, fmt.Errorf("%s: refuses to read %q; files it needs must lie in its own folder", in.name, name)
	}
	// Looked at first: opening a pipe would wait for ever.
	info, err := fs.Stat(in.folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		// Compressed, as the file itself may be.
		if zipped, zipErr := fs.Stat(in.folder, name+".gz"); zipErr == nil {
			info, err, name, shown = zipped, nil, name+".gz", shown+".gz"
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: needs the file %q beside it: %w", in.name, name, fs.ErrNotExist)
	case err != nil:
		return nil, fmt.Errorf("%s: needs the file %q: %w", in.name, name, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %q is not a plain file", in.name, name)
	}
	file, err := in.folder.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: needs the file %q: %w", in.name, name, err)
	}
	side, err := openSource(file, shown)
	if err != nil {
		file.Close()
		return nil, err
	}
	side.KeepDuplicates, side.KeepUp, side.folder, side.file = in.KeepDuplicates, in.KeepUp, in.folder, file
	in.sides = append(in.sides, side)
	return side, nil
}

// Close closes a sidecar; a source that Read opened is closed by Read.
func (in *source) Close() error {
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}

// atMost bounds a count that a header claims by what the file can hold, with
// each at least bytes long: a capacity that is safe to allocate. Where the size is
// not known it is small, and the table grows as data arrives.
func (in *source) atMost(claimed uint64, bytes int64) int {
	if in.size < 0 {
		return int(min(claimed, 1024))
	}
	return int(min(claimed, uint64(in.size/bytes)))
}

// endOfFile says whether a file just ended, in the midst of something or not.
func endOfFile(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// whole says whether all bytes could be read that a reader wanted, and for gzip
// those behind them too: the sum at its end proves that nothing is cut or changed. A
// reader may have passed over the part of a file where its bytes ended.
func (in *source) whole() error {
	if in.zipped != nil {
		if _, err := io.Copy(io.Discard, in.zipped); err != nil {
			return fmt.Errorf("%s: cannot read: %w", in.name, err)
		}
	}
	if in.stored.err != nil {
		return fmt.Errorf("%s: cannot read: %w", in.name, in.stored.err)
	}
	return nil
}

// cutOff names the files that are text, were read to their end and end inside a number, or
// right behind one: nobody can tell which.
func (in *source) cutOff() (names []string) {
	end := &in.stored.end
	if in.zipped != nil {
		end = &in.zipped.end
	}
	if end.inNumber() {
		names = append(names, in.name)
	}
	for _, side := range in.sides {
		names = append(names, side.cutOff()...)
	}
	return names
}

const (
	// textPerByte is how many bytes of a file at most make one in memory: text with many
	// digits.
	textPerByte = 4
	// askEvery is how many bytes are read before it is asked again whether there is memory
	// for as many.
	askEvery = 64 << 20
)

// asked is whether there is memory for what is read next, after so many bytes.
func asked(before, after int64) error {
	if before/askEvery == after/askEvery {
		return nil
	}
	return memory.Ask(askEvery, "%d more bytes of the file", int64(askEvery))
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
	if d.bytes > graceBytes && d.bytes/maxExpansion > d.in.bytes {
		return 0, fmt.Errorf("gzip data that grows more than %d times (%d bytes so far); unpack it first if it is meant to", maxExpansion, d.bytes)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("broken gzip data: %w", err)
	}
	return n, err
}

// extension is that of the file's name in lower case, without a final .gz.
func (in *source) extension() string {
	name := strings.ToLower(in.name)
	return filepath.Ext(strings.TrimSuffix(name, ".gz"))
}
