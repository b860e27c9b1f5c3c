package run

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"hooke/control"
	"hooke/engine"
	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model"
	"hooke/run/export"
)

// These are the files of a run in its folder, in addition to its outputs.
const (
	CheckpointName = "checkpoint.hooke"
	FinalName      = "final.npz"
	inputsName     = "inputs.npz" // inputs of a controlled run
	EnergyName     = "energy.csv"
	energyPlotName = "energy.png"
	PictureName    = "final.png"
	lastGoodName   = "last-good.npz"
)

// files returns the files of a run, in order: the picture last.
func (o Options) files() []string {
	files := []string{filepath.Join(o.Folder, FinalName), filepath.Join(o.Folder, inputsName)}
	if o.EnergyEvery >= 0 {
		files = append(files, filepath.Join(o.Folder, EnergyName))
	}
	if o.Energy {
		files = append(files, filepath.Join(o.Folder, energyPlotName))
	}
	if o.Picture {
		files = append(files, o.picture())
	}
	return files
}

// picture returns the path that Picture draws to.
func (o Options) picture() string { return filepath.Join(o.Folder, PictureName) }

// lastGood returns the path of the last good state of a run that diverged.
func (o Options) lastGood() string { return filepath.Join(o.Folder, lastGoodName) }

// checkpointFile returns the path of the run's checkpoint.
func (o Options) checkpointFile() string { return filepath.Join(o.Folder, CheckpointName) }

// LockFolder locks a folder against other runs until the lock is released. If the file system
// has no locks, it returns a nil lock, which may be released too, and tells the listener.
func LockFolder(folder string, listener engine.Listener) (*safefile.Lock, error) {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return nil, nil // the folder does not exist; reading a checkpoint in it gives the error
	}
	lock, err := safefile.LockFolder(folder)
	if errors.Is(err, safefile.ErrNoLocks) {
		listener.Notef("note: %v: another run could write to %s too", err, folder)
		return nil, nil
	}
	return lock, err
}

// writeFinal writes the last state of a run, in the precision that its options ask for.
func (r *Run) writeFinal(path string, final *ending, more ...npy.Array) error {
	switch {
	case final.inBlocks:
		return r.writeBlocks(path, final, more...)
	case !r.options.Float64:
		return export.WriteFinal(path, &final.Snapshot, more...)
	}
	full := final.State()
	if reader, ok := model.As[model.StateReader](r.Engine); ok {
		if err := reader.ReadState(full); err != nil {
			return err
		}
	}
	return export.WriteFinal64(path, full, more...)
}

// writeInputs writes the inputs of a controlled run, for --inputs; the path is empty if there
// are none.
func (r *Run) writeInputs() (path string, err error) {
	loop := control.Of(r.Engine)
	if loop == nil {
		return "", nil
	}
	recorded, err := loop.Recording()
	if err != nil {
		return "", err
	}
	path = filepath.Join(r.options.Folder, inputsName)
	return path, recorded.Write(path)
}

// ending is the state at the end of a run: all of it or, where nothing else needs it, only its
// time, step and origin, of a model by a pattern, which may be too large for a copy.
type ending struct {
	model.Snapshot
	inBlocks bool
	far      float64 // see Balance.Far
}

// ending reads the state at the end.
func (r *Run) ending() (out ending, err error) {
	_, reads := model.As[model.MassReader](r.Engine)
	out.inBlocks = reads && r.Scene.Model.Pattern != nil && r.passes == nil && !r.options.Picture && !r.options.Float64
	if out.inBlocks {
		return out, engine.ReadMasses(r.Engine, nil, &out.Snapshot)
	}
	if err := r.Engine.Read(&out.Snapshot); err != nil {
		return out, err
	}
	out.far = farOf(out.Position)
	return out, nil
}

// farOf returns the largest coordinate [m].
func farOf(position [][3]float32) (far float64) {
	for _, x := range position {
		for _, coordinate := range x {
			far = max(far, math.Abs(float64(coordinate)))
		}
	}
	return far
}

// writeBlocks writes an ending block by block. It reads all blocks into the same memory,
// since new memory for each would add up to the size of the engine.
func (r *Run) writeBlocks(path string, e *ending, more ...npy.Array) error {
	type room struct {
		masses []uint32
		some   model.Snapshot
	}
	rooms := sync.Pool{New: func() any { return new(room) }}
	var mutex sync.Mutex
	var fault error
	read := func(first, count int, take func(some *model.Snapshot)) {
		in := rooms.Get().(*room)
		defer rooms.Put(in)
		in.masses = slices.Grow(in.masses[:0], count)[:count]
		for i := range in.masses {
			in.masses[i] = uint32(first + i)
		}
		err := engine.ReadMasses(r.Engine, in.masses, &in.some)
		far := farOf(in.some.Position)
		take(&in.some)
		mutex.Lock()
		defer mutex.Unlock()
		fault, e.far = errors.Join(fault, err), max(e.far, far)
	}
	count := r.Scene.Model.MassCount()
	position := npy.Blocks{Count: count, Read: func(to [][3]float32, first int) {
		read(first, len(to), func(some *model.Snapshot) { copy(to, some.Position) })
	}}
	velocity := npy.Blocks{Count: count, Read: func(to [][3]float32, first int) {
		read(first, len(to), func(some *model.Snapshot) { copy(to, some.Velocity) })
	}}
	return errors.Join(export.WriteFinalBlocks(path, &e.Snapshot, position, velocity, more...), fault)
}

// keepLastGood writes the last good state of an engine whose state has no next step, and adds to the
// error its path, or the reason why it is missing.
func (o Options) keepLastGood(keeper model.LastGoodKeeper, stopped error) error {
	var state model.Snapshot
	err := keeper.LastGood(&state)
	if err == nil {
		err = export.WriteFinal(o.lastGood(), &state)
	}
	if err != nil {
		return errors.Join(stopped, fmt.Errorf("there is no last good state: %w", err))
	}
	return fmt.Errorf("%w\n(wrote %s, the last good state: of step %d)", stopped, o.lastGood(), state.Step)
}

// removeOld removes the files of an earlier run that this run will write, so that
// no old file is taken for one of this run when this run fails. It leaves links,
// pipes and everything else that is not a regular file. It removes checkpoints first:
// none may outlive the files that it refers to.
func (o Options) removeOld(outputs []output) error {
	files := o.ownFiles()
	for _, out := range outputs {
		files = append(files, out.oldFiles(o.Folder)...)
	}
	return Remove(files...)
}

// ownFiles returns all files that the run itself may write, checkpoints first.
func (o Options) ownFiles() []string {
	return append([]string{o.checkpointFile(), PreviousCheckpoint(o.checkpointFile())}, append(o.files(), o.lastGood())...)
}

// Replaceable returns an error if one of the files is a link, a pipe or a device: a run
// writes through these only if the user named them.
func Replaceable(files ...string) error {
	for _, path := range files {
		if err := safefile.Replaceable(path); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	return nil
}

// Remove deletes files of earlier runs, and the temporary files of killed ones. It keeps
// everything that is not a regular file.
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

// Wrote adds to an error the files that were written although the run failed.
func Wrote(err error, files ...string) error {
	return fmt.Errorf("%w\n(wrote %s)", err, strings.Join(files, ", "))
}
