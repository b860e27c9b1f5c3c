package run

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"hooke/files/safefile"
)

// PreviousCheckpoint returns the path of the checkpoint before the last one.
func PreviousCheckpoint(path string) string {
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + ".previous" + extension
}

// readLastCheckpoint reads a checkpoint, or the one before it when it is damaged or gone; lost is
// then the reason, and nil otherwise. used is the file that was read.
func readLastCheckpoint(path string) (c *CheckpointFile, used string, lost, err error) {
	c, err = ReadCheckpoint(path)
	if err == nil {
		return c, path, nil, nil
	}
	if irregular := safefile.Regular(path); irregular != nil && !errors.Is(irregular, fs.ErrNotExist) {
		return nil, "", nil, err // a folder or a pipe: no checkpoint is lost
	}
	previous := PreviousCheckpoint(path)
	older, unread := ReadCheckpoint(previous)
	switch {
	case errors.Is(unread, fs.ErrNotExist):
		return nil, "", nil, err
	case unread != nil:
		return nil, "", nil, fmt.Errorf("%w\n(nor is the one before it of use: %w)", err, unread)
	}
	return older, previous, err, nil
}

// replaceCheckpoint writes a checkpoint. If keep says that the file at path is whole, it keeps
// that file as the one before, so that one of the two is whole at every moment.
func replaceCheckpoint(path string, c *CheckpointFile, keep bool) error {
	if keep {
		if err := safefile.KeepAs(path, PreviousCheckpoint(path)); err != nil {
			return fmt.Errorf("%s: %w", PreviousCheckpoint(path), err)
		}
	}
	return WriteCheckpoint(path, c)
}
