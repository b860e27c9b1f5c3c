package export

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model"
)

// TrajectoryNPZ is a file of all frames for NumPy: positions [m] and velocities [m/s],
// float32 or float64 of shape [frames, masses, 3], and time [s] and step of shape [frames]. Where
// only some masses are written, the array mass has their numbers; where Run is set, the
// text run has it. Positions are those of the world: float64 where the engine counted them
// from another point than zero in any frame. That point is then in the array engine_origin
// [m], float64 of shape [frames, 3], so that a run that continues finds the engine's float32
// again; no other reader needs it. With segments of rods there are orientation [frames, segments, 4], beside positions, and
// angular_velocity [rad/s] of shape [frames, segments, 3], beside velocities; zeros where a frame lacks them. Where springs can
// tear, torn_spring (uint32) has the numbers of those that did and torn_frame (int64) the first frame of each without
// it, in ascending order; where they can yield, creep or weaken there are the arrays of ChangedSpring. Each array streams to a file in the same folder; Close makes the NPZ file of these.
type TrajectoryNPZ struct {
	Run     string // the text that names the run, see run.OriginOf; empty: none
	path    string
	shape   Shape
	numbers []uint32
	spools  []spool
	how     Numbers
	moments *safefile.Part // time [s], step and origin [m] of each frame, see appendMoment
	tears   *tears         // nil: no spring can tear
	changed *changed       // nil: no spring can yield, creep or weaken
	time    []float64
	step    []int64
	origin  []model.Vec3
}

// momentBytes is the size of a frame in the file of the moments.
const momentBytes = 16 + 24

// appendMoment appends a frame's row of that file.
func appendMoment(row []byte, time float64, step int64, origin model.Vec3) []byte {
	row = binary.LittleEndian.AppendUint64(row, math.Float64bits(time))
	row = binary.LittleEndian.AppendUint64(row, uint64(step))
	for _, x := range origin {
		row = binary.LittleEndian.AppendUint64(row, math.Float64bits(x))
	}
	return row
}

// spool is an array that is being written.
type spool struct {
	name         string
	file         *safefile.Part
	count, width int // rows of a frame, and numbers of a row
	of           func(*Frame) safefile.Rows
}

// spoolsOf returns the names of the files from which others are made, or that grow beside them:
// of a trajectory its arrays and the moments, of a grid the index.
func spoolsOf(path string) []string {
	return []string{path + ".positions", path + ".velocities", path + ".orientation", path + ".angular_velocity", path + ".moments", path + ".tears", path + ".changes", IndexOf(path)}
}

// IndexOf returns the file of the index of a grid's file while that grows.
func IndexOf(path string) string { return path + ".index" }

// CreateTrajectoryNPZ begins a file of frames of a shape, or continues one from at
// (nil: begin). numbers are the numbers of the masses in their structure; nil: 0, 1, 2,
// ...
func CreateTrajectoryNPZ(path string, shape Shape, numbers []uint32, fields Fields, how Numbers, at *SeriesProgress) (*TrajectoryNPZ, error) {
	masses, segments := shape.Masses, shape.Segments
	t := &TrajectoryNPZ{path: path, shape: shape, numbers: numbers, how: how}
	names := spoolsOf(path)
	arrays := []struct {
		field string
		spool
	}{{"positions", spool{name: "positions", count: masses, width: 3, of: func(f *Frame) safefile.Rows { return f.recorded(how) }}},
		{"velocity", spool{name: "velocities", count: masses, width: 3, of: func(f *Frame) safefile.Rows { return f.Velocities(how.Float64).Rows() }}},
		{"positions", spool{name: "orientation", count: segments, width: 4, of: func(f *Frame) safefile.Rows { return f.orientations(segments, how.Float64) }}},
		{"velocity", spool{name: "angular_velocity", count: segments, width: 3, of: func(f *Frame) safefile.Rows { return f.spins(segments, how.Float64) }}}}
	marks := 0
	open := func(name, array string) (*safefile.Part, error) {
		if at == nil {
			return safefile.CreatePart(name)
		}
		if marks++; marks > len(at.Parts) {
			return nil, fmt.Errorf("%s %w: it grows in more than %d parts", path, safefile.ErrGone, len(at.Parts))
		}
		return safefile.ResumePart(name, at.Parts[marks-1], func() (io.ReadCloser, error) { return t.earlier(array, at.Frames) })
	}
	for i, array := range arrays {
		if !fields.Have(array.field) || array.name != "positions" && array.name != "velocities" && segments == 0 {
			continue
		}
		file, err := open(names[i], array.name)
		if err != nil {
			t.Discard()
			return nil, err
		}
		file.For(path)
		array.file = file
		t.spools = append(t.spools, array.spool)
	}
	var err error
	if t.moments, err = open(names[len(arrays)], "moments"); err == nil {
		t.moments.For(path)
	}
	if err == nil && shape.Tears {
		var file *safefile.Part
		if file, err = open(names[len(arrays)+1], "tears"); err == nil {
			file.For(path)
			t.tears = &tears{file: file, torn: map[uint32]bool{}}
		}
	}
	if err == nil && shape.Start != nil {
		var file *safefile.Part
		if file, err = open(names[len(arrays)+2], "changes"); err == nil {
			file.For(path)
			t.changed = &changed{file: file, last: slices.Clone(shape.Start)}
		}
	}
	if err == nil && at != nil {
		err = t.remember(at)
	}
	if err != nil {
		t.Discard()
		return nil, err
	}
	return t, nil
}

// kind returns NumPy's name of the type of the numbers, and frameBytes the length of an array
// of one frame.
func (t *TrajectoryNPZ) kind() string {
	if t.how.Float64 {
		return "<f8"
	}
	return "<f4"
}

func (t *TrajectoryNPZ) frameBytes(s *spool) int64 {
	bytes := int64(4)
	if t.how.Float64 {
		bytes = 8
	}
	return bytes * int64(s.count*s.width)
}

// Frame adds a frame.
func (t *TrajectoryNPZ) Frame(f *Frame) error {
	if len(f.Position) != t.shape.Masses {
		return fmt.Errorf("export: %s: a frame of %d masses, not %d", t.path, len(f.Position), t.shape.Masses)
	}
	end := func(file *safefile.Part, err error) error {
		if err == nil {
			err = file.Flush()
		}
		if err != nil {
			return fmt.Errorf("%w; or save less often", err)
		}
		return nil
	}
	for _, s := range t.spools {
		_, err := s.of(f).WriteTo(s.file)
		if err := end(s.file, err); err != nil {
			return err
		}
	}
	origin := f.Origin
	if t.how.Float64 {
		origin = model.Vec3{} // positions are those of the world
	}
	if err := errors.Join(t.tears.put(f.Changes, int64(len(t.step))), t.changed.put(f.Changes, int64(len(t.step)))); err != nil {
		return fmt.Errorf("%w; or save less often", err)
	}
	_, err := t.moments.Write(appendMoment(nil, f.Time, f.Step, origin))
	if err := end(t.moments, err); err != nil {
		return err
	}
	t.time, t.step, t.origin = append(t.time, f.Time), append(t.step, f.Step), append(t.origin, origin)
	return nil
}

// files returns the growing files: those of arrays, of the moments and of springs that changed.
func (t *TrajectoryNPZ) files() (files []*safefile.Part) {
	for _, s := range t.spools {
		files = append(files, s.file)
	}
	if t.moments != nil {
		files = append(files, t.moments)
	}
	if t.tears != nil {
		files = append(files, t.tears.file)
	}
	if t.changed != nil {
		files = append(files, t.changed.file)
	}
	return files
}

// Settle puts all frames so far on the disk.
func (t *TrajectoryNPZ) Settle() (SeriesProgress, error) {
	progress := SeriesProgress{Frames: int64(len(t.step))}
	for _, file := range t.files() {
		mark, err := file.Settle()
		if err != nil {
			return progress, err
		}
		progress.Parts = append(progress.Parts, mark)
	}
	return progress, nil
}

// Close writes the NPZ file, and then removes the files of the arrays.
func (t *TrajectoryNPZ) Close() error {
	if err := safefile.WriteFile(t.path, t.write); err != nil {
		t.Discard()
		return err
	}
	for _, file := range t.files() {
		if err := file.Remove(); err != nil {
			return fmt.Errorf("export: %s is complete: %w", t.path, err)
		}
	}
	return nil
}

// write writes the archive to w.
func (t *TrajectoryNPZ) write(w io.Writer) error {
	archive := zip.NewWriter(w)
	entry := func(name string) (io.Writer, error) {
		return archive.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store})
	}
	for _, s := range t.spools {
		out, err := entry(s.name)
		if err != nil {
			return err
		}
		// Only complete frames.
		kind, rows := t.kind(), io.Reader(s.file.Section(t.frameBytes(&s)*int64(len(t.step))))
		if s.name == "positions" && t.apart() {
			kind, rows = "<f8", newWorldRows(rows, t.shape.Masses, t.origin)
		}
		if _, err := out.Write(npy.AppendHeader(nil, kind, []int{len(t.step), s.count, s.width})); err != nil {
			return err
		}
		if _, err := io.Copy(out, rows); err != nil {
			return err
		}
	}
	arrays := []npy.Array{npy.Numbers("time", t.time, len(t.time)), npy.Numbers("step", t.step, len(t.step))}
	if t.apart() {
		flat := make([]float64, 0, 3*len(t.origin))
		for _, x := range t.origin {
			flat = append(flat, x[:]...)
		}
		arrays = append(arrays, npy.Numbers(engineOrigin, flat, len(t.origin), 3))
	}
	arrays = append(arrays, t.tears.arrays(int64(len(t.step)))...)
	if t.numbers != nil {
		arrays = append(arrays, npy.Numbers("mass", t.numbers, len(t.numbers)))
	}
	if t.Run != "" {
		arrays = append(arrays, npy.Text("run", t.Run))
	}
	for _, a := range arrays {
		w, err := entry(a.Name)
		if err != nil {
			return err
		}
		if err := a.Write(w); err != nil {
			return err
		}
	}
	if err := t.changed.write(int64(len(t.step)), entry); err != nil {
		return err
	}
	return archive.Close()
}

// apart reports whether the engine counted positions from another point than zero, so that
// the arrays that grow are not those of the world.
func (t *TrajectoryNPZ) apart() bool {
	return slices.ContainsFunc(t.origin, func(x model.Vec3) bool { return x != model.Vec3{} })
}

// Discard removes the files, apart from frames that an earlier part of the run wrote.
func (t *TrajectoryNPZ) Discard() {
	for _, file := range t.files() {
		file.Discard()
	}
}

// Files returns the path of the NPZ file.
func (t *TrajectoryNPZ) Files() []string { return []string{t.path} }
