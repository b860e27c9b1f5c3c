package hdf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// errForeign means that a file uses a part of the format that Describe does not write.
var errForeign = errors.New("an HDF5 file of another program, which is not read; only files that hooke wrote are")

// File is a file as Describe and Array.Write make it, opened to be read.
type File struct {
	in   io.ReaderAt
	size int64 // [bytes]
	root uint64
	left int64 // bytes that may still be read or inflated
}

// These are limits for reading a file: past the first graceBytes at most maxExpansion times
// its size, so that a small file cannot name the same data for ever.
const (
	graceBytes   = 16 << 20
	maxExpansion = 200
)

// Open reads the superblock of a file of size bytes. A file that another program wrote
// is an error.
func Open(in io.ReaderAt, size int64) (*File, error) {
	f := &File{in: in, size: size, left: graceBytes + maxExpansion*size}
	b, err := f.bytes(0, SuperblockBytes)
	if err != nil {
		return nil, err
	}
	word := binary.LittleEndian.Uint64
	switch {
	case string(b[:8]) == string(make([]byte, 8)):
		return nil, errors.New("the file is incomplete: its run is not finished, or was killed")
	case string(b[:8]) != signature:
		return nil, errors.New("no HDF5 file")
	case b[8] != 2 || b[9] != 8 || b[10] != 8 || word(b[12:]) != 0:
		return nil, errForeign
	case binary.LittleEndian.Uint32(b[44:]) != checksum(b[:44]):
		return nil, errors.New("the checksum of its beginning is wrong; is it damaged?")
	case word(b[28:]) > uint64(size):
		return nil, fmt.Errorf("it has %d bytes and should have %d; is it cut off?", size, word(b[28:]))
	}
	f.root = word(b[36:])
	return f, nil
}

// bytes reads bytes at an address.
func (f *File) bytes(at uint64, count int64) ([]byte, error) {
	if at > uint64(f.size) || count < 0 || count > f.size-int64(at) {
		return nil, fmt.Errorf("%d bytes at %d lie outside its %d; is it cut off?", count, at, f.size)
	}
	if f.left -= count; f.left < 0 {
		return nil, errMuch
	}
	b := make([]byte, count)
	if _, err := f.in.ReadAt(b, int64(at)); err != nil {
		return nil, fmt.Errorf("cannot read: %w", err)
	}
	return b, nil
}

var errMuch = errors.New("it names its data so often that they are many times its size")

// messages reads the object header at an address.
func (f *File) messages(at uint64) (all []message, err error) {
	head, err := f.bytes(at, 10)
	if err != nil {
		return nil, err
	}
	if string(head[:4]) != "OHDR" || head[4] != 2 || head[5] != 2 {
		return nil, errForeign
	}
	length := int64(binary.LittleEndian.Uint32(head[6:]))
	b, err := f.bytes(at, 10+length+4)
	if err != nil {
		return nil, err
	}
	if binary.LittleEndian.Uint32(b[10+length:]) != checksum(b[:10+length]) {
		return nil, fmt.Errorf("the checksum of the header at %d is wrong; is it damaged?", at)
	}
	for b = b[10 : 10+length]; len(b) > 0; {
		if len(b) < 4 || len(b)-4 < int(binary.LittleEndian.Uint16(b[1:])) {
			return nil, fmt.Errorf("the header at %d ends inside a message", at)
		}
		end := 4 + int(binary.LittleEndian.Uint16(b[1:]))
		all = append(all, message{b[0], b[4:end]})
		b = b[end:]
	}
	return all, nil
}

// Names lists the contents of a group, by the names that lead to it from the root.
func (f *File) Names(path ...string) (names []string, err error) {
	at, err := f.find(path)
	if err != nil {
		return nil, err
	}
	err = f.links(at, func(name string, _ uint64) { names = append(names, name) })
	return names, err
}

// find returns the address of the object at a path.
func (f *File) find(path []string) (uint64, error) {
	at := f.root
	for i, name := range path {
		next := uint64(nowhere)
		err := f.links(at, func(found string, address uint64) {
			if found == name {
				next = address
			}
		})
		if err == nil && next == nowhere {
			err = errMissing
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w", bytes.Join(words(path[:i+1]), []byte("/")), err)
		}
		at = next
	}
	return at, nil
}

var errMissing = errors.New("not in the file")

func words(path []string) (out [][]byte) {
	for _, name := range path {
		out = append(out, []byte(name))
	}
	return out
}

// links calls each for the links of the group at an address.
func (f *File) links(at uint64, each func(name string, address uint64)) error {
	messages, err := f.messages(at)
	for _, m := range messages {
		if m.kind != ofLink {
			continue
		}
		if len(m.data) < 3 || m.data[0] != 1 || m.data[1] != 0 || len(m.data) != 3+int(m.data[2])+8 {
			return errForeign
		}
		name := m.data[3 : 3+int(m.data[2])]
		each(string(name), binary.LittleEndian.Uint64(m.data[3+len(name):]))
	}
	return err
}
