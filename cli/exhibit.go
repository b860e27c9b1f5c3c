package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"hooke/cli/flags"
	"hooke/engine"
	"hooke/export"
	"hooke/measure"
	"hooke/model"
	"hooke/npy"
	"hooke/play"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/preset"
)

// exhibit is what is shown without being stepped: a structure, and states of it.
type exhibit struct {
	scene *scene.Scene // as its run starts
	state *model.State // the only one; nil: those of tape
	tape  *play.Tape
	from  string // the file that they are of; empty: the structure as it starts

	scale   []float64        // L0(t)/L0 of each actuator's springs in state, where an engine told; nil: muscles do
	muscles *measure.Muscles // of the run; nil before somebody asks
	began   float64          // simulated time at which the run began [s]
}

// openExhibit opens a trajectory, a checkpoint, a final.npz, or what else can be run, as
// it starts. The structure of the first and third is the one that the file names, or of.
func (a App) openExhibit(ctx context.Context, flags *flags.Structure, of string, args []string) (*exhibit, error) {
	name := "lattice"
	if len(args) > 0 {
		name = args[0]
	}
	preset := slices.ContainsFunc(preset.All(), func(p preset.Preset) bool { return p.Name == name })
	extension := strings.ToLower(filepath.Ext(name))
	kind, text := kindOfStates(name)
	switch {
	case preset || kind == noStates && extension != ".hooke":
		if of != "" {
			return nil, usagef("--of: %s is a structure of its own; --of belongs to trajectories and final.npz", name)
		}
		s, err := a.open(ctx, flags, []string{name}, "")
		if err != nil {
			return nil, err
		}
		return &exhibit{scene: s, state: s.Start}, nil
	case extension == ".hooke":
		if of != "" || flags.Given() {
			return nil, usagef("%s: a checkpoint knows its structure: leave out --of and flags of structures", name)
		}
		return a.exhibitCheckpoint(ctx, name)
	}
	s, err := a.structureOfStates(ctx, flags, of, name, text)
	if err != nil {
		return nil, err
	}
	if kind == oneState {
		if s == nil {
			return nil, fmt.Errorf("%s: it does not say of which structure it is: name it with --of, such as --of lattice --springs 1M", name)
		}
		start := s.Start
		if err := run.StartFrom(s, name); err != nil {
			return nil, err
		}
		x := &exhibit{scene: s, state: s.Start, from: name, began: start.Time}
		x.state.Time = timeOfState(name)
		s.Start = start
		return x, nil
	}
	return a.exhibitTape(s, name)
}

// structureOfStates is the structure that of names, or the file says; nil: none does.
func (a App) structureOfStates(ctx context.Context, flags *flags.Structure, of, path, text string) (*scene.Scene, error) {
	switch {
	case of != "":
		flags.Options.StateGiven = true
		return a.open(ctx, flags, []string{of}, "")
	case flags.Given():
		return nil, usagef("flags of a structure need --of, the preset or file that %s is of", path)
	case text != "":
		return run.OpenOrigin(ctx, path, text, run.Options{How: engine.Options{Report: a.reporter()}, Program: versionText()})
	}
	return nil, nil
}

// exhibitTape shows a trajectory of a scene; nil: of free masses.
func (a App) exhibitTape(s *scene.Scene, path string) (*exhibit, error) {
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
		a.note("note: %s does not say of which structure it is: it is shown as masses without springs (--of names one)", path)
		s = freeMasses(&first)
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
	return &exhibit{scene: s, tape: tape, from: path, began: min(began, s.Start.Time)}, nil
}

// exhibitCheckpoint shows the run of a checkpoint where it is then.
func (a App) exhibitCheckpoint(ctx context.Context, path string) (*exhibit, error) {
	r, err := a.reopen(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var now model.Snapshot
	if err := r.Engine.Read(&now); err != nil {
		return nil, err
	}
	return &exhibit{scene: r.Scene, state: now.State(), from: path, scale: engine.RestScale(r.Engine)}, nil
}

// states are what a file has of them.
type states uint8

const (
	noStates states = iota
	oneState
	manyStates
)

// kindOfStates says what a file has, and what it says of its run. What cannot be read has
// none, and is told where it is read as something else.
func kindOfStates(path string) (states, string) {
	if isDump(path) {
		if _, err := os.Stat(path); err != nil {
			return noStates, ""
		}
		return manyStates, ""
	}
	if !strings.EqualFold(filepath.Ext(path), ".npz") {
		return noStates, ""
	}
	tape, err := play.Open(path)
	if err == nil {
		defer tape.Close()
		return manyStates, tape.Run()
	}
	if !errors.Is(err, play.ErrNoTrajectory) {
		return noStates, ""
	}
	arrays, err := npy.ReadArchive(path)
	if err != nil {
		return noStates, ""
	}
	has := map[string]npy.Array{}
	for _, a := range arrays {
		has[a.Name] = a
	}
	_, springs := has["ends"]
	_, step := has["step"]
	if has["velocities"].Data == nil || springs || !step {
		return noStates, ""
	}
	return oneState, has["run"].Text()
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

// frames is how many states there are.
func (x *exhibit) frames() int {
	if x.tape == nil {
		return 1
	}
	return x.tape.Frames()
}

// time is that of a state [s].
func (x *exhibit) time(k int) float64 {
	if x.tape == nil {
		return x.state.Time
	}
	if t := x.tape.Time(k); !math.IsNaN(t) {
		return t
	}
	return float64(x.tape.Step(k)) * x.scene.Params.DT
}

// at is the number of the last state that is not after a time [s]: the first, when all
// are.
func (x *exhibit) at(time float64) int {
	slack := 1e-9 * math.Max(math.Abs(time), x.scene.Params.DT) // of times that were added up
	return max(sort.Search(x.frames(), func(k int) bool { return x.time(k) > time+slack })-1, 0)
}

// close closes the file; a nil exhibit is harmless.
func (x *exhibit) close() {
	if x != nil && x.tape != nil {
		x.tape.Close()
	}
}

// tape is the recorded run that view is to show; empty: none is named.
func (o *viewOptions) tape(args []string) (string, error) {
	if len(args) == 1 {
		kind, _ := kindOfStates(args[0])
		switch preset := slices.ContainsFunc(preset.All(), func(p preset.Preset) bool { return p.Name == args[0] }); {
		case preset || kind != manyStates:
		case o.offscreen != "":
			return "", usagef("--offscreen: hooke render %s --out %s draws a recorded run", args[0], o.offscreen)
		case o.stepsPerFrame != 0:
			return "", usagef("--steps-per-frame: %s is a recorded run, which is not stepped", args[0])
		default:
			return args[0], nil
		}
	}
	if o.of != "" {
		return "", usagef("--of names the structure of a trajectory, and none is given")
	}
	return "", nil
}
