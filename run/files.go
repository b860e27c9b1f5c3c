package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"hooke/checkpoint"
	"hooke/engine"
	"hooke/export"
	"hooke/model"
	"hooke/safefile"
)

// The files of a run in its folder, beside its outputs: its last checkpoint, its final
// state and the picture of that, and others.
const (
	CheckpointName = "checkpoint.hooke"
	FinalName      = "final.npz"
	energyName     = "energy.csv"
	energyPlotName = "energy.png"
	PictureName    = "final.png"
	lastGoodName   = "last-good.npz"
)

// files are what a run writes, in order: the picture last.
func (o Options) files() []string {
	files := []string{filepath.Join(o.Folder, FinalName)}
	if o.EnergyEvery >= 0 {
		files = append(files, filepath.Join(o.Folder, energyName))
	}
	if o.Energy {
		files = append(files, filepath.Join(o.Folder, energyPlotName))
	}
	if o.Picture {
		files = append(files, o.picture())
	}
	return files
}

// picture is where Picture draws.
func (o Options) picture() string { return filepath.Join(o.Folder, PictureName) }

// lastGood is where the last good state of a run that diverged goes.
func (o Options) lastGood() string { return filepath.Join(o.Folder, lastGoodName) }

// checkpointFile is where a run saves itself.
func (o Options) checkpointFile() string { return filepath.Join(o.Folder, CheckpointName) }

// LockFolder keeps other runs out of the folder of this one, until the lock, which may be
// nil, is released. Where the file system has no locks, the report says so.
func LockFolder(folder string, report engine.Listener) (*safefile.Lock, error) {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return nil, nil // a checkpoint that is not there: it is told when it is read
	}
	lock, err := safefile.LockFolder(folder)
	if errors.Is(err, safefile.ErrNoLocks) {
		report.Notef("note: %v: nothing keeps a second run out of %s", err, folder)
		return nil, nil
	}
	return lock, err
}

// keepLastGood writes the last good state of an engine that diverged, and adds
// to its error what became of that.
func (o Options) keepLastGood(keeper model.LastGoodKeeper, diverged error) error {
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
func (o Options) removeOld(outputs []output) error {
	files := append([]string{o.checkpointFile(), checkpoint.PreviousOf(o.checkpointFile())}, append(o.files(), o.lastGood())...)
	for _, out := range outputs {
		files = append(files, out.oldFiles(o.Folder)...)
	}
	return Remove(files...)
}

// Remove removes files of earlier runs, and what killed runs left of them. What is not a
// regular file stays.
func Remove(files ...string) error {
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

// Wrote adds to an error which files stand there nevertheless.
func Wrote(err error, files ...string) error {
	return fmt.Errorf("%w\n(wrote %s)", err, strings.Join(files, ", "))
}
