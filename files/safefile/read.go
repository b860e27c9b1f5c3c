package safefile

import (
	"fmt"
	"io/fs"
	"os"
)

// Open opens a file that has an end and can be read twice. It refuses a pipe or a
// device, without waiting for a writer.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path) // before it is opened, since opening some devices has effects
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDONLY|openAtOnce, 0)
	if err != nil {
		return nil, err
	}
	if info, err = file.Stat(); err == nil {
		err = regular(path, info) // another file may have replaced it
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// Regular returns an error unless Open would open the file.
func Regular(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return regular(path, info)
}

func regular(path string, info fs.FileInfo) error {
	what := ""
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return fmt.Errorf("%s is a folder; give the name of a file", path)
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	default:
		what = "no plain file"
	}
	return fmt.Errorf("%s is %s, whose size is unknown; write its data to a file, and give that", path, what)
}

// Read opens a file as Open does and calls read with it and its size [bytes]. Errors
// begin with the prefix who; errors of read also name the file.
func Read(who, path string, read func(file *os.File, size int64) error) error {
	file, err := Open(path)
	if err != nil {
		return fmt.Errorf("%s: %w", who, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("%s: %w", who, err)
	}
	if err := read(file, info.Size()); err != nil {
		return fmt.Errorf("%s: %s: %w", who, path, err)
	}
	return nil
}
