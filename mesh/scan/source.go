// Package scan turns the bytes of mesh files into words, lines, numbers, tags and blocks, for
// the readers of formats: it undoes gzip, bounds what a hostile file may make of memory, and
// names the line or the byte of a fault.
//
// Source is a file on its way into a reader. Four kinds of readers take their bytes from it:
// Cursor, for words, lines and binary numbers in any mixture; Words and Lines, for text alone;
// Blocks, for binary files; XML, for tags. ChunkedSlice collects values whose number is not
// known beforehand.
package scan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"hooke/memory"
)

// Source is a file on its way into a reader: buffered, gzip undone, with its
// name for messages and the folder its sidecars may lie in.
type Source struct {
	*bufio.Reader // at least 64 KiB

	Name   string // as the caller gave it, for messages
	Base   string // its last element
	Size   int64  // bytes that Reader gives in all; −1 where not known (gzip, pipes)
	Folder fs.FS  // where sidecars lie; nil: they are refused

	KeepDuplicates bool // vertices at the same place stay apart, of formats that cannot share them
	KeepUp         bool // what is up stays as the file has it

	file   io.Closer      // of a sidecar
	At     io.ReaderAt    // all size bytes in any order; nil where they only stream
	stored *countedReader // the bytes as they lie in the file, compressed or not
	zipped *inflater      // what undoes gzip; nil where there is none
	sides  []*Source      // sidecars that were opened
}

// BufferBytes is what a source reads at a time, at least.
const BufferBytes = 64 << 10

// textPerByte is how many bytes of a file at most make one in memory: text with many digits.
const textPerByte = 4

// Open makes a source of an opened file; the caller closes it.
func Open(file fs.File, name string) (*Source, error) {
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
	return New(file, size, name)
}

func New(r io.Reader, size int64, name string) (*Source, error) {
	counted := &countedReader{r: r}
	in := &Source{Reader: bufio.NewReaderSize(counted, BufferBytes), Name: name, Base: filepath.Base(name), Size: size, stored: counted}
	if head, _ := in.Peek(2); string(head) != GzipMark {
		if size >= 0 {
			in.At, _ = r.(io.ReaderAt)
		}
		return in, nil
	}
	var err error
	if in.zipped, err = newInflater(in.Reader, counted); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	in.Reader = bufio.NewReaderSize(in.zipped, BufferBytes)
	in.Size = -1
	return in, nil
}

// Sidecar opens another file of the same folder, gzip undone: name is its plain
// name or a path below the folder with slashes; without it, name.gz is taken. The caller closes what it gets.
func (in *Source) Sidecar(name string) (*Source, error) {
	shown := filepath.Join(filepath.Dir(in.Name), filepath.FromSlash(name))
	switch {
	case in.Folder == nil:
		return nil, fmt.Errorf("%s: needs the file %q beside it, and was not read from a folder; read it by its path", in.Name, name)
	case !fs.ValidPath(name) || name == ".":
		return nil, fmt.Errorf("%s: refuses to read %q; files it needs must lie in its own folder", in.Name, name)
	}
	// Looked at first: opening a pipe would wait for ever.
	info, err := fs.Stat(in.Folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		// Compressed, as the file itself may be.
		if zipped, zipErr := fs.Stat(in.Folder, name+".gz"); zipErr == nil {
			info, err, name, shown = zipped, nil, name+".gz", shown+".gz"
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: needs the file %q beside it: %w", in.Name, name, fs.ErrNotExist)
	case err != nil:
		return nil, fmt.Errorf("%s: needs the file %q: %w", in.Name, name, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %q is not a plain file", in.Name, name)
	}
	file, err := in.Folder.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: needs the file %q: %w", in.Name, name, err)
	}
	side, err := Open(file, shown)
	if err != nil {
		file.Close()
		return nil, err
	}
	side.KeepDuplicates, side.KeepUp, side.Folder, side.file = in.KeepDuplicates, in.KeepUp, in.Folder, file
	in.sides = append(in.sides, side)
	return side, nil
}

// Close closes a sidecar; a source that Read opened is closed by Read.
func (in *Source) Close() error {
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}

// AtMost bounds a count that a header claims by what the file can hold, with
// each at least bytes long: a capacity that is safe to allocate. Where the size is
// not known it is small, and the table grows as data arrives.
func (in *Source) AtMost(claimed uint64, bytes int64) int {
	if in.Size < 0 {
		return int(min(claimed, 1024))
	}
	return int(min(claimed, uint64(in.Size/bytes)))
}

// EndOfFile says whether a file just ended, in the midst of something or not.
func EndOfFile(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// Whole says whether all bytes could be read that a reader wanted, and for gzip
// those behind them too: the sum at its end proves that nothing is cut or changed. A
// reader may have passed over the part of a file where its bytes ended.
func (in *Source) Whole() error {
	if in.zipped != nil {
		if _, err := io.Copy(io.Discard, in.zipped); err != nil {
			return fmt.Errorf("%s: cannot read: %w", in.Name, err)
		}
	}
	if in.stored.err != nil {
		return fmt.Errorf("%s: cannot read: %w", in.Name, in.stored.err)
	}
	return nil
}

// CutOff names the files that are text, were read to their end and end inside a number, or
// right behind one: nobody can tell which.
func (in *Source) CutOff() (names []string) {
	end := &in.stored.end
	if in.zipped != nil {
		end = &in.zipped.end
	}
	if end.inNumber() {
		names = append(names, in.Name)
	}
	for _, side := range in.sides {
		names = append(names, side.CutOff()...)
	}
	return names
}

// Extension is that of the file's name in lower case, without a final .gz.
func (in *Source) Extension() string {
	name := strings.ToLower(in.Name)
	return filepath.Ext(strings.TrimSuffix(name, ".gz"))
}

// StartsWith recognizes files by their first word, after blank lines.
func StartsWith(mark string) func(head []byte, size int64) bool {
	return func(head []byte, _ int64) bool {
		text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
		return bytes.HasPrefix(text, []byte(mark))
	}
}

// HeadSize is what recognize sees at most [bytes].
const HeadSize = 4096
