package recorded

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"hooke/engine"
	"hooke/export"
	"hooke/measure"
	"hooke/model"
	"hooke/npy"
	"hooke/play"
	"hooke/run"
	"hooke/scene"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
)

// Record is what is shown without being stepped: a structure, and states of it, which are
// numbered from 0 on. AsItStarts, OpenState, OpenTape and Now make it; whoever has it closes
// it.
type Record struct {
	Scene *scene.Scene // as its run starts
	From  string       // the file that the states are of; empty: the structure as it starts

	state *model.State // the only one; nil: those of tape
	tape  *play.Tape

	scale   []float64        // L0(t)/L0 of each actuator's springs in state, where an engine told; nil: muscles do
	muscles *measure.Muscles // of the run; nil before somebody asks
	began   float64          // simulated time at which the run began [s]
}

// AsItStarts shows the start of a scene.
func AsItStarts(s *scene.Scene) *Record { return &Record{Scene: s, state: s.Start} }

// OpenState shows the state in a final.npz of a scene.
func OpenState(s *scene.Scene, path string) (*Record, error) {
	start := s.Start
	if err := run.StartFrom(s, path); err != nil {
		return nil, err
	}
	r := &Record{Scene: s, state: s.Start, From: path, began: start.Time}
	r.state.Time = timeOfState(path)
	s.Start = start
	return r, nil
}

// OpenTape shows a trajectory of a scene; without one (nil) that of free masses.
func OpenTape(s *scene.Scene, path string) (*Record, error) {
	tape, err := play.Open(path)
	if err != nil {
		return nil, err
	}
	var first model.Snapshot
	if err := tape.Frame(0, &first); err != nil {
		tape.Close()
		return nil, err
	}
	if s == nil {
		s = FreeMasses(&first)
	} else if m := s.Model; tape.Numbers() != nil {
		if slices.ContainsFunc(tape.Numbers(), func(i uint32) bool { return int(i) >= m.MassCount() }) || !slices.IsSorted(tape.Numbers()) {
			tape.Close()
			return nil, fmt.Errorf("%s: it has masses that %s has not: name the structure with --of", path, s.Name)
		}
		s.Model = export.PartOf(m, tape.Numbers(), s.Params.DT)
	}
	if n := s.Model.MassCount(); n != tape.Masses() {
		tape.Close()
		return nil, fmt.Errorf("%s: it has %d masses and %s has %d: name the structure of the trajectory with --of", path, tape.Masses(), s.Name, n)
	}
	began := s.Start.Time
	s.Start = first.State()
	if math.IsNaN(s.Start.Time) {
		s.Start.Time = float64(first.Step) * s.Params.DT
	}
	return &Record{Scene: s, tape: tape, From: path, began: min(began, s.Start.Time)}, nil
}

// Now shows a run where it is; path is its checkpoint. The run can be closed then.
func Now(r *run.Run, path string) (*Record, error) {
	var now model.Snapshot
	if err := r.Engine.Read(&now); err != nil {
		return nil, err
	}
	return &Record{Scene: r.Scene, state: now.State(), From: path, scale: engine.RestScale(r.Engine)}, nil
}

// Kind is how many states a file has.
type Kind uint8

const (
	None Kind = iota // it is something else
	One              // a final.npz
	Many             // a trajectory
)

// KindOf says what a file has, and what it says of its run. What cannot be read has
// none, and is told where it is read as something else.
func KindOf(path string) (Kind, string) {
	if play.IsDump(path) {
		if _, err := os.Stat(path); err != nil {
			return None, ""
		}
		return Many, ""
	}
	if !strings.EqualFold(filepath.Ext(path), ".npz") {
		return None, ""
	}
	tape, err := play.Open(path)
	if err == nil {
		defer tape.Close()
		return Many, tape.Run()
	}
	if !errors.Is(err, play.ErrNoTrajectory) {
		return None, ""
	}
	arrays, err := npy.ReadArchive(path)
	if err != nil {
		return None, ""
	}
	has := map[string]npy.Array{}
	for _, a := range arrays {
		has[a.Name] = a
	}
	_, springs := has["ends"]
	_, step := has["step"]
	if has["velocities"].Data == nil || springs || !step {
		return None, ""
	}
	return One, has["run"].Text()
}

// timeOfState is when a final.npz was [s].
func timeOfState(path string) float64 {
	arrays, err := npy.ReadArchive(path)
	if err != nil {
		return 0 // what is wrong with it has been told before
	}
	for _, a := range arrays {
		if times, ok := a.Data.([]float64); ok && a.Name == "time" && len(times) == 1 {
			return times[0]
		}
	}
	return 0
}

// Frames is how many states there are.
func (x *Record) Frames() int {
	if x.tape == nil {
		return 1
	}
	return x.tape.Frames()
}

// Time is that of a state [s].
func (x *Record) Time(k int) float64 {
	if x.tape == nil {
		return x.state.Time
	}
	if t := x.tape.Time(k); !math.IsNaN(t) {
		return t
	}
	return float64(x.tape.Step(k)) * x.Scene.Params.DT
}

// At is the number of the last state that is not after a time [s]: the first, when all
// are.
func (x *Record) At(time float64) int {
	slack := 1e-9 * math.Max(math.Abs(time), x.Scene.Params.DT) // of times that were added up
	return max(sort.Search(x.Frames(), func(k int) bool { return x.Time(k) > time+slack })-1, 0)
}

// Close closes the file; a nil Record is harmless.
func (x *Record) Close() {
	if x != nil && x.tape != nil {
		x.tape.Close()
	}
}

// Read reads a state.
func (x *Record) Read(k int, f *export.Frame) error {
	if x.tape != nil {
		if err := x.tape.Frame(k, &f.Snapshot); err != nil {
			return err
		}
		f.RestScale = append(f.RestScale[:0], x.restScale(x.Time(k))...)
		return nil
	}
	only := x.state
	f.Resize(len(only.Position))
	f.Step, f.Time = only.Step, only.Time
	if f.RestScale = x.scale; f.RestScale == nil {
		f.RestScale = x.restScale(only.Time)
	}
	for i := range only.Position {
		for axis := range 3 {
			f.Position[i][axis], f.Velocity[i][axis] = float32(only.Position[i][axis]), float32(only.Velocity[i][axis])
		}
	}
	return nil
}

// restScale is L0(t)/L0 of each actuator's springs in the run at time t [s].
func (x *Record) restScale(t float64) []float64 {
	if x.muscles == nil {
		x.muscles = measure.NewMuscles(x.Scene.Params, x.began)
	}
	return x.muscles.At(t)
}

// Bounds is the box around all states, as far as some of them tell.
func (x *Record) Bounds() (camera.Bounds, error) {
	subject := draw.Subject{Model: x.Scene.Model, Params: x.Scene.Params, Start: x.Scene.Start}
	box := subject.Bounds()
	var f export.Frame
	steps := max(1, (x.Frames()+aimStates-2)/(aimStates-1))
	for k := 0; k < x.Frames(); k = nextAim(k, steps, x.Frames()) {
		if err := x.Read(k, &f); err != nil {
			return box, err
		}
		box = box.Union(subject.BoundsAt(f.State()))
	}
	return box, nil
}

// FreeMasses are as many masses as a frame has, of 1 kg, without springs; a step
// is a second.
func FreeMasses(f *model.Snapshot) *scene.Scene {
	m := &model.Model{Name: "trajectory", RestPosition: f.State().Position, Mass: make([]float64, len(f.Position)), Materials: []model.Material{{Name: "removed"}}}
	for i := range m.Mass {
		m.Mass[i] = 1
	}
	return &scene.Scene{Name: m.Name, Model: m, Start: m.Start(), Params: model.Params{DT: 1}}
}
