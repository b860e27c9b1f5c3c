package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"hooke/safefile"
)

// PreviousOf is where the checkpoint before the last one is kept.
func PreviousOf(path string) string {
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + ".previous" + extension
}

// ReadLast reads a checkpoint, or the one before it when it is damaged or gone: lost is the
// reason then, nil otherwise. used is the file that was read.
func ReadLast(path string) (c *File, used string, lost, err error) {
	c, err = Read(path)
	if err == nil {
		return c, path, nil, nil
	}
	if irregular := safefile.Regular(path); irregular != nil && !errors.Is(irregular, fs.ErrNotExist) {
		return nil, "", nil, err // a folder, a pipe: nobody lost a checkpoint there
	}
	previous := PreviousOf(path)
	older, unread := Read(previous)
	switch {
	case errors.Is(unread, fs.ErrNotExist):
		return nil, "", nil, err
	case unread != nil:
		return nil, "", nil, fmt.Errorf("%w\n(nor is the one before it of use: %w)", err, unread)
	}
	return older, previous, err, nil
}

// Replace writes a checkpoint and, where keep says that the file there is whole, keeps that
// as the one before: at every moment one of the two is whole.
func Replace(path string, c *File, keep bool) error {
	if keep {
		if err := safefile.KeepAs(path, PreviousOf(path)); err != nil {
			return fmt.Errorf("%s: %w", PreviousOf(path), err)
		}
	}
	return Write(path, c)
}
