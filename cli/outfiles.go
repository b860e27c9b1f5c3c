package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"hooke/export"
	"hooke/model"
	"hooke/safefile"
)

// files are what a run writes, in order: the picture last.
func (o *runOptions) files() []string {
	files := []string{filepath.Join(o.out, "final.npz")}
	if o.energyEvery != 0 {
		files = append(files, filepath.Join(o.out, "energy.csv"))
	}
	if o.energy {
		files = append(files, filepath.Join(o.out, "energy.png"))
	}
	if o.png {
		files = append(files, o.picture())
	}
	return files
}

// picture is where --png draws.
func (o *runOptions) picture() string { return filepath.Join(o.out, "final.png") }

// lastGood is where the last good state of a run that diverged goes.
func (o *runOptions) lastGood() string { return filepath.Join(o.out, "last-good.npz") }

// checkpointFile is where a run saves itself.
func (o *runOptions) checkpointFile() string { return filepath.Join(o.out, checkpointName) }

// lockFolder keeps other runs out of the output folder of this one, which is there.
func (a App) lockFolder(folder string) (*safefile.Lock, error) {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return nil, nil // a checkpoint that is not there: it is told when it is read
	}
	lock, err := safefile.LockFolder(folder)
	if errors.Is(err, safefile.ErrNoLocks) {
		a.note("note: %v: nothing keeps a second run out of %s", err, folder)
		return nil, nil
	}
	return lock, err
}

// keepLastGood writes the last good state of an engine that diverged, and adds
// to its error what became of that.
func (o *runOptions) keepLastGood(keeper model.LastGoodKeeper, diverged error) error {
	var state model.Snapshot
	err := keeper.LastGood(&state)
	if err == nil {
		err = export.WriteFinal(o.lastGood(), &state)
	}
	if err != nil {
		return errors.Join(diverged, fmt.Errorf("there is no last good state: %w", err))
	}
	return fmt.Errorf("%w\n(wrote %s, the last good state: of step %d)", diverged, o.lastGood(), state.Step)
}

// removeOld removes the files of an earlier run that this one is about to
// write, so that what stands there after a failure is never taken for its own.
// What is not a regular file, such as a link or a pipe, stays. Checkpoints go first: none
// outlives what belongs to it.
func (o *runOptions) removeOld(outputs []output) error {
	files := append([]string{o.checkpointFile(), previousOf(o.checkpointFile())}, append(o.files(), o.lastGood())...)
	for _, out := range outputs {
		files = append(files, out.oldFiles(o.out)...)
	}
	return remove(files...)
}

// remove removes files, and what killed runs left of them.
func remove(files ...string) error {
	for _, path := range files {
		safefile.Sweep(path)
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			continue // nothing to remove; what cannot be written is told when it is written
		}
		if err := safefile.Remove(path); err != nil {
			return fmt.Errorf("--out: the result of an earlier run is in the way: %w", err)
		}
	}
	return nil
}

// wrote adds to an error which files stand there nevertheless.
func wrote(err error, files ...string) error {
	return fmt.Errorf("%w\n(wrote %s)", err, strings.Join(files, ", "))
}
