package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// patience is the time to wait for a pipe to be opened for writing.
const patience = 2 * time.Second

// OpenOnce opens a file to be read once, from its beginning to its end: a file that Open
// opens, or a pipe. It rejects devices, which may never end. A read of a pipe without a
// writer fails after two seconds; one of a pipe that is held open waits for data.
func OpenOnce(path string) (fs.File, error) { return openOnce(path, patience) }

func openOnce(path string, patience time.Duration) (fs.File, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return Open(path)
	}
	file, err := os.OpenFile(path, os.O_RDONLY|openAtOnce, 0)
	if err != nil {
		return nil, err
	}
	return &pipe{File: file, until: time.Now().Add(patience)}, nil
}

// pipe is a pipe that was opened without waiting for a writer, so that it seems to be at its end
// before there is one.
type pipe struct {
	*os.File
	until time.Time // the end of the wait for a writer
	begun bool      // whether anything was read
}

// Read implements io.Reader.
func (p *pipe) Read(to []byte) (int, error) {
	for {
		n, err := p.File.Read(to)
		switch p.begun = p.begun || n > 0; {
		case p.begun || !errors.Is(err, io.EOF) || len(to) == 0:
			return n, err
		case time.Now().After(p.until):
			return 0, fmt.Errorf("%s is a pipe without a writer", p.Name())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// ReadFile reads the whole of a file that Open opens and that has no more than most bytes.
func ReadFile(path string, most int64) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("%s has more than %d bytes, which is more than any such file needs", path, most)
	}
	return content, err
}
