package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// LockName is the name of the file by which one program keeps others out of a folder.
// The file stays when the program ends, however it ends, and locks nothing then.
const LockName = ".hooke.lock"

// ErrNoLocks means that the file system has no locks.
var ErrNoLocks = errors.New("the file system knows no locks")

// Lock keeps other programs out of a folder until it is released or the program ends. A
// nil Lock locks nothing.
type Lock struct{ file *os.File }

// LockFolder locks a folder. If another program has it, the error names that process;
// if there are no locks, the error wraps ErrNoLocks.
func LockFolder(folder string) (*Lock, error) {
	path := filepath.Join(folder, LockName)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file; remove it", path)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|notThrough|openAtOnce, 0o666)
	if err != nil {
		return nil, err
	}
	switch err := lock(file); {
	case errors.Is(err, errTaken):
		text := make([]byte, 32)
		n, _ := file.ReadAt(text, 0)
		file.Close()
		who := strings.TrimSpace(string(text[:n]))
		if who == "" {
			who = "of a number that is not known yet"
		}
		return nil, fmt.Errorf("another hooke, process %s, is writing into %s; give another folder, or wait until it has ended", who, folder)
	case err != nil:
		file.Close()
		return nil, fmt.Errorf("%s: %w: %w", path, ErrNoLocks, err)
	}
	if err := file.Truncate(0); err == nil {
		_, _ = file.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0) // the number is only for messages
	}
	return &Lock{file}, nil
}

// Release lets other programs in.
func (l *Lock) Release() {
	if l != nil {
		l.file.Close()
	}
}
