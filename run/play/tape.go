package play

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"hooke/files/safefile"
	"hooke/mesh/scan"
	"hooke/model"
)

// Tape is a trajectory of which any frame can be read, in any order: an NPZ file or a
// LAMMPS dump, see Read. It reads only the frame that is asked for, and keeps 16 bytes
// per frame in memory. Not safe for concurrent use.
type Tape struct {
	path    string
	file    *os.File
	masses  int
	numbers []uint32 // numbers of the masses in their structure; nil: 0, 1, 2, ...
	moves   bool     // whether the file has velocities
	run     string   // the text that names the run; empty: the file lacks it
	time    []float64
	step    []int64
	origin  []model.Vec3 // of each frame [m]; nil: the file lacks them, or each frame brings its own
	changed changes
	read    func(k int, f *model.Snapshot) error
}

// HasVelocities reports whether the file has velocities; without them, those of frames are
// zero. Of a dump it says that of the last frame.
func (t *Tape) HasVelocities() bool { return t.moves }

// Open opens a trajectory. The caller closes it.
func Open(path string) (*Tape, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	t := &Tape{path: path, file: file}
	if err := t.open(); err != nil {
		file.Close()
		return nil, fmt.Errorf("export: %s: %w", path, err)
	}
	return t, nil
}

func (t *Tape) open() error {
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	var start [6]byte
	n, _ := io.ReadFull(t.file, start[:])
	switch {
	case strings.HasPrefix(string(start[:n]), "PK"):
		err = t.openNPZ(info.Size())
	case string(start[:n]) == "ITEM: ":
		err = t.openDump(info.Size())
	case strings.HasPrefix(string(start[:n]), scan.GzipMark):
		var size int64
		if size, err = t.unpack(); err == nil {
			err = t.openDump(size)
		}
	default:
		err = fmt.Errorf("%w: give an NPZ file with positions [frames, masses, 3] or a LAMMPS dump in text", ErrNoTrajectory)
	}
	if err == nil && len(t.time) == 0 {
		err = errors.New("it has no frames")
	}
	return err
}

// Frames returns the number of frames, at least one.
func (t *Tape) Frames() int { return len(t.time) }

// Masses returns the number of masses in every frame.
func (t *Tape) Masses() int { return t.masses }

// Numbers returns the numbers of the masses in their structure; nil: all of them, in order.
func (t *Tape) Numbers() []uint32 { return t.numbers }

// Run returns the text in the file that names its run; empty: the file lacks it.
func (t *Tape) Run() string { return t.run }

// Time returns the simulated time of frame k [s]; NaN if the file lacks times.
func (t *Tape) Time(k int) float64 { return t.time[k] }

// Step returns the step of frame k.
func (t *Tape) Step(k int) int64 { return t.step[k] }

// Changed returns the springs that have changed up to frame k.
func (t *Tape) Changed(k int) Changed { return t.changed.at(k) }

// Frame reads frame k. Velocities that the file lacks are zero.
func (t *Tape) Frame(k int, f *model.Snapshot) error {
	if k < 0 || k >= len(t.time) {
		return fmt.Errorf("export: %s: frame %d of %d", t.path, k, len(t.time))
	}
	f.Resize(t.masses)
	f.Origin = model.Vec3{}
	if t.origin != nil {
		f.Origin = t.origin[k]
	}
	f.Step, f.Time = t.step[k], t.time[k]
	if err := t.read(k, f); err != nil {
		return fmt.Errorf("export: %s: frame %d: %w", t.path, k, err)
	}
	return nil
}

// Close closes the file.
func (t *Tape) Close() error { return t.file.Close() }
