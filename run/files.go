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
	"hooke/npy"
	"hooke/safefile"
)

// The files of a run in its folder, apart from its outputs.
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

// picture is the path that Picture draws to.
func (o Options) picture() string { return filepath.Join(o.Folder, PictureName) }

// lastGood is the path of the last good state of a run that diverged.
func (o Options) lastGood() string { return filepath.Join(o.Folder, lastGoodName) }

// checkpointFile is the path of the run's checkpoint.
func (o Options) checkpointFile() string { return filepath.Join(o.Folder, CheckpointName) }

// LockFolder keeps other runs out of the folder of this one until the lock is released.
// Where the file system has no locks, it returns a nil lock, which may be released too,
// and tells the listener.
func LockFolder(folder string, listener engine.Listener) (*safefile.Lock, error) {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return nil, nil // the folder does not exist; reading a checkpoint in it gives the error
	}
	lock, err := safefile.LockFolder(folder)
	if errors.Is(err, safefile.ErrNoLocks) {
		listener.Notef("note: %v: nothing keeps a second run out of %s", err, folder)
		return nil, nil
	}
	return lock, err
}

// writeFinal writes the last state of a run, in the precision that its options ask for.
func (r *Run) writeFinal(path string, final *model.Snapshot, more ...npy.Array) error {
	if !r.options.Float64 {
		return export.WriteFinal(path, final, more...)
	}
	full := final.State()
	if reader, ok := model.As[model.StateReader](r.Engine); ok {
		if err := reader.ReadState(full); err != nil {
			return err
		}
	}
	return export.WriteFinal64(path, full, more...)
}

// keepLastGood writes the last good state of an engine that diverged, and adds to the
// error where it is, or why there is none.
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

// removeOld removes the files of an earlier run that this run will write, so that
// nobody takes an old file for one of this run when this run fails. It leaves links,
// pipes and everything else that is not a regular file. It removes checkpoints first:
// none may outlive the files that it refers to.
func (o Options) removeOld(outputs []output) error {
	files := append([]string{o.checkpointFile(), checkpoint.PreviousOf(o.checkpointFile())}, append(o.files(), o.lastGood())...)
	for _, out := range outputs {
		files = append(files, out.oldFiles(o.Folder)...)
	}
	return Remove(files...)
}

// Remove removes files of earlier runs, and the temporary files of killed ones. It
// leaves everything that is not a regular file.
func Remove(files ...string) error {
	for _, path := range files {
		safefile.Sweep(path)
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			continue // there is nothing to remove; writing the file gives the error, if there is one
		}
		if err := safefile.Remove(path); err != nil {
			return fmt.Errorf("--out: the result of an earlier run is in the way: %w", err)
		}
	}
	return nil
}

// Wrote adds to an error which files exist although the run failed.
func Wrote(err error, files ...string) error {
	return fmt.Errorf("%w\n(wrote %s)", err, strings.Join(files, ", "))
}
