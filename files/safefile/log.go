package safefile

import (
	"errors"
	"fmt"
	"os"
)

// Log is a file to which pieces are added, each whole and on the disk, or not at all: a journal.
// NoMass else can open it as a Log until it is closed, where the file system has locks. Not safe
// for concurrent use.
type Log struct {
	path  string
	file  *os.File
	bytes int64 // that are whole
}

// OpenLog opens a file for adding to it, and makes it where it is not there. The caller closes it.
func OpenLog(path string) (*Log, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file; remove it", path)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|notThrough|openAtOnce, 0o666)
	if err = report("create", path, err); err != nil {
		return nil, Explain(path, path, err)
	}
	if err := lock(file); errors.Is(err, errTaken) {
		file.Close()
		return nil, fmt.Errorf("another hooke is writing %s; wait until it has ended", path)
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, Explain(path, path, err)
	}
	return &Log{path: path, file: file, bytes: info.Size()}, nil
}

// Cut keeps the first bytes of the file and drops the rest, such as half a line.
func (l *Log) Cut(bytes int64) error {
	if bytes >= l.bytes {
		return nil
	}
	if err := report("cut", l.path, l.file.Truncate(bytes)); err != nil {
		return Explain(l.path, l.path, err)
	}
	l.bytes = bytes
	return nil
}

// Append adds a piece and puts it on the disk. After an error the file is as it was before.
func (l *Log) Append(piece []byte) error {
	_, err := l.file.WriteAt(piece, l.bytes)
	if err = report("write", l.path, err); err == nil {
		err = report("sync", l.path, l.file.Sync())
	}
	if err != nil {
		_ = report("cut", l.path, l.file.Truncate(l.bytes)) // half a piece is dropped by the next reader, if this fails
		return Explain(l.path, l.path, err)
	}
	l.bytes += int64(len(piece))
	return nil
}

// Close closes the file and lets others open it.
func (l *Log) Close() error { return report("close", l.path, l.file.Close()) }
