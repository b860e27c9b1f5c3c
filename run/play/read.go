package play

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/mesh/scan"
	"hooke/model"
)

// ErrNoTrajectory is wrapped by errors of Read for files of other kinds.
var ErrNoTrajectory = errors.New("is no trajectory")

// Read calls each with every frame of a file, in their order, and the springs that have changed in it. The file is an NPZ file
// with positions [frames, masses, 3], as TrajectoryNPZ writes it, or a LAMMPS dump in
// text with id and positions (x, xu, xs or xsu), with or without gzip. Frames are
// reused. Velocities that the file lacks are zero; a dump has no times, so Time is NaN.
// Memory is bounded by the size of an NPZ file, or by one frame of a dump.
func Read(path string, each func(f *model.Snapshot, changed Changed) error) error {
	return safefile.Read("export", path, func(file *os.File, size int64) error {
		var start [6]byte
		n, _ := io.ReadFull(file, start[:])
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		whole := func(f *model.Snapshot) error { return each(f, Changed{}) }
		switch {
		case strings.HasPrefix(string(start[:n]), "PK"):
			return readTrajectoryNPZ(file, size, each)
		case string(start[:n]) == "ITEM: ":
			return readDump(file, size, whole)
		case strings.HasPrefix(string(start[:n]), scan.GzipMark):
			z, err := scan.Gunzip(file)
			if err != nil {
				return err
			}
			return readDump(z, scan.MaxExpansion*size, whole)
		}
		return fmt.Errorf("%w: give an NPZ file with positions [frames, masses, 3] or a LAMMPS dump in text", ErrNoTrajectory)
	})
}

func readTrajectoryNPZ(r io.ReaderAt, size int64, each func(f *model.Snapshot, changed Changed) error) error {
	list, err := npy.DecodeArchive(r, size)
	if err != nil {
		return err
	}
	t, err := trajectoryOf(list)
	if err != nil {
		return err
	}
	f := &model.Snapshot{}
	f.Resize(t.masses)
	for k := range t.frames {
		if err := t.frame(f, k); err != nil {
			return err
		}
		if err := each(f, t.changed.at(k)); err != nil {
			return err
		}
	}
	return nil
}

// trajectory holds the arrays of trajectory.npz, which fit each other. Optional arrays may be
// nil.
type trajectory struct {
	frames, masses        int
	positions, velocities numbers   // [frames, masses, 3]
	room                  []float64 // for those of a frame
	times                 []float64
	steps                 []int64
	origins               []model.Vec3
	turn                  func(f *model.Snapshot, k int) // sets how segments of rods stand
	changed               changes
}

func trajectoryOf(list []npy.Array) (t trajectory, err error) {
	arrays := map[string]npy.Array{}
	for _, a := range list {
		arrays[a.Name] = a
	}
	ok := false
	t.positions, ok = numbersOf(arrays["positions"])
	shape := arrays["positions"].Shape
	if !ok || len(shape) != 3 || shape[2] != 3 {
		return t, fmt.Errorf("%w: it has no array positions, float32 or float64 of shape [frames, masses, 3]", ErrNoTrajectory)
	}
	t.frames, t.masses = shape[0], shape[1]
	if t.masses == 0 { // a file can hold any number of empty frames
		return t, fmt.Errorf("%w: %d frames of no masses", ErrNoTrajectory, t.frames)
	}
	t.velocities, _ = numbersOf(arrays["velocities"])
	if t.velocities.there() && !slices.Equal(arrays["velocities"].Shape, shape) {
		return t, fmt.Errorf("velocities have the shape %v and positions %v", arrays["velocities"].Shape, shape)
	}
	times, timed := arrays["time"].Data.([]float64)
	steps, stepped := arrays["step"].Data.([]int64)
	if timed && len(times) != t.frames || stepped && len(steps) != t.frames {
		return t, fmt.Errorf("%d times and %d steps of %d frames", len(times), len(steps), t.frames)
	}
	t.times, t.steps = times, steps
	if a, there := arrays[originName(t.positions.wide != nil)]; there {
		if t.origins, err = originsOf(a, t.frames); err != nil {
			return t, err
		}
	}
	if t.changed, err = changesOf(arrays, t.frames); err != nil {
		return t, err
	}
	t.turn, err = turnsOf(arrays, t.frames)
	return t, err
}

// frame sets f to frame k.
func (t *trajectory) frame(f *model.Snapshot, k int) error {
	f.Origin = model.Vec3{}
	first, last, world := 3*k*t.masses, 3*(k+1)*t.masses, t.positions.wide != nil
	t.room = slices.Grow(t.room[:0], last-first)
	places := t.positions.of(first, last, t.room)
	switch {
	case t.origins != nil:
		f.Origin = t.origins[k]
	case world:
		f.Origin = near(places)
	}
	putPlaces(f.Position, places, world, f.Origin)
	if t.velocities.there() {
		putPlaces(f.Velocity, t.velocities.of(first, last, t.room), false, model.Vec3{})
	}
	for i := range t.masses {
		if err := wholeMass(f, k, i); err != nil {
			return err
		}
	}
	t.turn(f, k)
	f.Step, f.Time = int64(k), math.NaN()
	if t.steps != nil {
		f.Step = t.steps[k]
	}
	if t.times != nil {
		f.Time = t.times[k]
	}
	return nil
}

// wholeMass returns an error where mass i of frame k is nowhere.
func wholeMass(f *model.Snapshot, k, i int) error {
	if finite(f.Position[i]) && finite(f.Velocity[i]) {
		return nil
	}
	return fmt.Errorf("frame %d has mass %d at %v with velocity %v, which are not finite: the recorded run diverged, or the file is damaged", k, i, f.Position[i], f.Velocity[i])
}

// finite reports whether all three numbers are finite.
func finite(v [3]float32) bool {
	return v[0]-v[0] == 0 && v[1]-v[1] == 0 && v[2]-v[2] == 0
}
