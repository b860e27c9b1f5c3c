package play

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
	"hooke/files/npy"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics/measure"
	"hooke/run"
	"hooke/run/export"
	"hooke/scene"
	"hooke/viewer/draw"
)

// Record is a structure and states of it, which are shown and not stepped. States are
// numbered from 0. AsItStarts, OpenState, OpenTape, OfFrames and RecordNow make a Record; its owner
// closes it.
type Record struct {
	Scene *scene.Scene // the scene at the start of its run
	From  string       // the file of the states; empty: the structure as it starts

	state  *model.State // the only state; nil: tape or frames have the states
	tape   *Tape
	frames []export.Frame

	springs bool // the scene has the springs of the trajectory, and not free masses alone

	scale   []float64        // L0(t)/L0 of each actuator's springs in state, where an engine gave it; nil: muscles computes it
	muscles *measure.Muscles // muscles of the run; nil until they are needed
	began   float64          // simulated time at which the run began [s]
}

// AsItStarts makes a record of the start of a scene.
func AsItStarts(s *scene.Scene) *Record { return &Record{Scene: s, state: s.Start} }

// OpenState makes a record of the state in a final.npz of a scene.
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

// OpenTape makes a record of a trajectory of a scene; a nil scene means free masses (see
// FreeMasses).
func OpenTape(s *scene.Scene, path string) (*Record, error) {
	tape, err := Open(path)
	if err != nil {
		return nil, err
	}
	var first model.Snapshot
	if err := tape.Frame(0, &first); err != nil {
		tape.Close()
		return nil, err
	}
	named := s != nil
	if s == nil {
		s = FreeMasses(&first)
	} else if m := s.Model; tape.Numbers() != nil {
		if slices.ContainsFunc(tape.Numbers(), func(i uint32) bool { return int(i) >= m.MassCount() }) || !slices.IsSorted(tape.Numbers()) {
			tape.Close()
			return nil, fmt.Errorf("%s: it has more masses than %s: name the structure with --of", path, s.Name)
		}
		s.Model = export.PartOf(m, tape.Numbers(), s.Params)
	}
	if n := s.Model.MassCount(); n != tape.Masses() {
		tape.Close()
		return nil, fmt.Errorf("%s: it has %d masses and %s has %d: name the structure of the trajectory with --of", path, tape.Masses(), s.Name, n)
	}
	x := &Record{Scene: s, tape: tape, From: path, springs: named}
	if first.Changes, err = x.changes(nil, tape.Frames()-1); err == nil { // all that change
		first.Changes, err = x.changes(first.Changes, 0)
	}
	if err != nil {
		tape.Close()
		return nil, err
	}
	x.began = s.Start.Time
	s.Start = first.State()
	if math.IsNaN(s.Start.Time) {
		s.Start.Time = float64(first.Step) * s.Params.DT
	}
	x.began = min(x.began, s.Start.Time)
	return x, nil
}

// changes returns the changes of springs in state k of a trajectory, in an array that begins with into.
func (x *Record) changes(into []inelastic.Change, k int) ([]inelastic.Change, error) {
	if !x.springs {
		return into[:0], nil
	}
	into, err := Changes(into, x.Scene.Model, x.tape.Changed(k))
	if err != nil {
		err = fmt.Errorf("%s: %w", x.From, err)
	}
	return into, err
}

// RecordNow makes a record of a run's current state; path is its checkpoint. The run can be
// closed afterwards.
func RecordNow(r *run.Run, path string) (*Record, error) {
	var now model.Snapshot
	if err := r.Engine.Read(&now); err != nil {
		return nil, err
	}
	return &Record{Scene: r.Scene, state: now.State(), From: path, scale: engine.RestScale(r.Engine)}, nil
}

// Kind says how many states a file has.
type Kind uint8

const (
	None Kind = iota // the file is something else
	One              // a final.npz
	Many             // a trajectory
)

// KindOf returns the kind of a file, and the origin of its run as the file gives it. A trajectory with
// a fault is Many, and OpenTape reports the fault. Another file that cannot be read is None; the next
// reader of another kind reports the error.
func KindOf(path string) (Kind, string) {
	if IsDump(path) {
		if _, err := os.Stat(path); err != nil {
			return None, ""
		}
		return Many, ""
	}
	if !strings.EqualFold(filepath.Ext(path), ".npz") {
		return None, ""
	}
	tape, err := Open(path)
	if err == nil {
		defer tape.Close()
		return Many, tape.Run()
	}
	if errors.As(err, new(faultyTape)) {
		return Many, ""
	}
	if !errors.Is(err, ErrNoTrajectory) {
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

// timeOfState returns the time of the state in a final.npz [s].
func timeOfState(path string) float64 {
	arrays, err := npy.ReadArchive(path)
	if err != nil {
		return 0 // the error was reported before
	}
	for _, a := range arrays {
		if times, ok := a.Data.([]float64); ok && a.Name == "time" && len(times) == 1 {
			return times[0]
		}
	}
	return 0
}

// At returns the number of the last state that is not after a time [s], or 0 when all are
// after it.
func (x *Record) At(time float64) int {
	slack := 1e-9 * math.Max(math.Abs(time), x.Scene.Params.DT) // rounding of times that were added up
	return max(sort.Search(x.Frames(), func(k int) bool { return x.Time(k) > time+slack })-1, 0)
}

// Close closes the file; a nil Record is harmless.
func (x *Record) Close() {
	if x != nil && x.tape != nil {
		x.tape.Close()
	}
}

// Subject returns the data of the run for a viewer.
func (x *Record) Subject() draw.Subject {
	return draw.Subject{Model: x.Scene.Model, Params: x.Scene.Params, Start: x.Scene.Start, Pins: x.Scene.Pins, NoReactions: x.noReactions()}
}

// noReactions says why the forces on contacts, pins and guides do not follow from the states;
// empty: they do.
func (x *Record) noReactions() string {
	switch {
	case x.tape == nil:
		return ""
	case x.tape.Numbers() != nil:
		return "the file has a part of the masses"
	case !x.tape.HasVelocities():
		return "the file has no velocities"
	}
	return ""
}

// Bounds is the box around all states, as far as a sample of them shows it.
func (x *Record) Bounds() (draw.Bounds, error) {
	subject := x.Subject()
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

// FreeMasses makes a scene of as many masses as a frame has, of 1 kg each, without
// springs; a step is a second.
func FreeMasses(f *model.Snapshot) *scene.Scene {
	m := &model.Model{Name: "trajectory", RestPosition: f.State().Position, Mass: make([]float64, len(f.Position)), Materials: []model.Material{{Name: "removed"}}}
	for i := range m.Mass {
		m.Mass[i] = 1
	}
	return &scene.Scene{Name: m.Name, Model: m, Start: m.Start(), Params: model.Params{DT: 1}}
}
