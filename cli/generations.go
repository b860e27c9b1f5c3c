package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"hooke/export"
	"hooke/safefile"
)

// checkpointName is the file of a run's last checkpoint.
const checkpointName = "checkpoint.hooke"

// previousOf is where the checkpoint before the last one is kept.
func previousOf(path string) string {
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + ".previous" + extension
}

// loadCheckpoint reads a checkpoint, or the one before it when it is damaged or gone, and
// says so; used is the file that was read.
func (a App) loadCheckpoint(path string) (c *export.Checkpoint, used string, err error) {
	c, err = export.ReadCheckpoint(path)
	if err == nil {
		return c, path, nil
	}
	if irregular := safefile.Regular(path); irregular != nil && !errors.Is(irregular, fs.ErrNotExist) {
		return nil, "", err // a folder, a pipe: nobody lost a checkpoint there
	}
	previous := previousOf(path)
	older, unread := export.ReadCheckpoint(previous)
	switch {
	case errors.Is(unread, fs.ErrNotExist):
		return nil, "", err
	case unread != nil:
		return nil, "", fmt.Errorf("%w\n(nor is the one before it of use: %w)", err, unread)
	}
	a.note("note: %v\n(going on from the checkpoint before it, %s, of step %d)", err, previous, older.State.Step)
	return older, previous, nil
}

// put writes a checkpoint. The one before it stays: at every moment one of the two is
// whole. One that is known to be damaged never takes the place of one that is not.
func (k *keeper) put(c *export.Checkpoint) error {
	if k.whole {
		if err := safefile.KeepAs(k.path, previousOf(k.path)); err != nil {
			return fmt.Errorf("%s: %w", previousOf(k.path), err)
		}
	}
	if err := export.WriteCheckpoint(k.path, c); err != nil {
		return err
	}
	k.whole = true
	return nil
}
