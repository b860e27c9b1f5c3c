// Package scan splits the bytes of mesh files into words, lines, numbers, tags and blocks,
// for the readers of formats. It undoes gzip, limits the memory that a hostile file can
// claim, and names the line or the byte of a fault.
//
// A Source is a file to be read. Four kinds of readers take their bytes from it: Cursor, for
// words, lines and binary numbers in any mixture; Words and Lines, for text alone; Blocks,
// for binary files; XML, for tags. ChunkedSlice collects values whose number is not known
// beforehand.
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

	"hooke/machine/memory"
)

// Source is a file on its way into a reader. It is buffered and undoes gzip, and it knows
// the file's name, for messages, and the folder that may hold sidecars.
type Source struct {
	*bufio.Reader // its buffer has at least 64 KiB

	Name   string // the path as the caller gave it, for messages
	Base   string // last element of the path
	Size   int64  // number of bytes that Reader gives in all; −1 where unknown (gzip, pipes)
	Folder fs.FS  // folder of the sidecars; nil: sidecars are refused

	KeepDuplicates bool // whether vertices at the same position stay apart, in formats that cannot share them
	KeepUp         bool // whether the up axis stays as the file has it

	file   io.Closer      // file of a sidecar, which Close closes
	At     io.ReaderAt    // reads all Size bytes in any order; nil where the bytes only stream
	stored *countedReader // the bytes of the file itself, compressed or not
	zipped *inflater      // undoes gzip; nil for a file without gzip
	sides  []*Source      // sidecars that were opened
}

// BufferBytes is the least size of a source's buffer.
const BufferBytes = 64 << 10

// textPerByte is the greatest number of bytes of a text file that make one byte in
// memory: text has many digits.
const textPerByte = 4

// Open makes a source of an open file; the caller closes the file.
func Open(file fs.File, name string) (*Source, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	size := int64(-1)
	if err := memory.Ask(info.Size()/textPerByte, "the contents of %s", name); err != nil && info.Mode().IsRegular() {
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

// Sidecar opens another file of the same folder and undoes gzip. name is its plain name
// or a path below the folder with slashes. Where name is missing, Sidecar opens name.gz.
// The caller closes the returned source.
func (in *Source) Sidecar(name string) (*Source, error) {
	shown := filepath.Join(filepath.Dir(in.Name), filepath.FromSlash(name))
	switch {
	case in.Folder == nil:
		return nil, fmt.Errorf("%s: needs the file %q beside it, and was not read from a folder; read it by its path", in.Name, name)
	case !fs.ValidPath(name) || name == ".":
		return nil, fmt.Errorf("%s: may not read %q; files that it needs must lie in its own folder", in.Name, name)
	}
	// The kind of the file is checked first, since opening a pipe would wait for ever.
	info, err := fs.Stat(in.Folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		// A sidecar may be compressed, as the file itself may be.
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

// Close closes a sidecar. Read closes the sources that it opened itself.
func (in *Source) Close() error {
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}

// AtMost limits a count that a header claims to the number of items of the given number of bytes each
// that the file can hold: a capacity that is safe to allocate. Where the file's size is
// unknown, the capacity is small, and the table grows as data arrives.
func (in *Source) AtMost(claimed uint64, bytes int64) int {
	if in.Size < 0 {
		return int(min(claimed, 1024))
	}
	return int(min(claimed, uint64(in.Size/bytes)))
}

// EndOfFile reports whether an error means the end of a file, inside a value or after one.
func EndOfFile(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// Whole returns an error unless all bytes that a reader wanted could be read. For gzip it
// also reads the bytes behind them, since the checksum at the end proves that nothing is
// cut or changed. A reader may have passed over the part of a file where its bytes ended.
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

// CutOff names the text files that were read to their end and end inside a number or
// right behind one: these two cases look alike.
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

// Extension returns the extension of the file's name in lower case, without a final .gz.
func (in *Source) Extension() string {
	name := strings.ToLower(in.Name)
	return filepath.Ext(strings.TrimSuffix(name, ".gz"))
}

// StartsWith recognizes files by their first word, which may follow blank lines.
func StartsWith(mark string) func(head []byte, size int64) bool {
	return func(head []byte, _ int64) bool {
		text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
		return bytes.HasPrefix(text, []byte(mark))
	}
}

// HeadSize is the greatest number of bytes that a format's recognize function sees.
const HeadSize = 4096
