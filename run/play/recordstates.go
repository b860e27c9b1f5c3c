package play

import (
	"math"
	"slices"

	"hooke/engine/origin"
	"hooke/physics/measure"
	"hooke/run/export"
	"hooke/scene"
)

// OfFrames makes a record of frames in memory, at least one, whose times ascend.
func OfFrames(s *scene.Scene, frames []export.Frame) *Record {
	return &Record{Scene: s, frames: frames}
}

// Frames returns the number of states.
func (x *Record) Frames() int {
	switch {
	case x.tape != nil:
		return x.tape.Frames()
	case x.frames != nil:
		return len(x.frames)
	}
	return 1
}

// Time returns the time of state k [s].
func (x *Record) Time(k int) float64 {
	if x.frames != nil {
		return x.frames[k].Time
	}
	if x.tape == nil {
		return x.state.Time
	}
	if t := x.tape.Time(k); !math.IsNaN(t) {
		return t
	}
	return float64(x.tape.Step(k)) * x.Scene.Params.DT
}

// Read reads state k into f.
func (x *Record) Read(k int, f *export.Frame) error {
	if x.tape != nil {
		if err := x.tape.Frame(k, &f.Snapshot); err != nil {
			return err
		}
		var err error
		if f.Changes, err = x.changes(f.Changes, k); err != nil {
			return err
		}
		f.RestScale = append(f.RestScale[:0], x.restScale(x.Time(k))...)
		return nil
	}
	if x.frames != nil {
		*f = x.frames[k]
		f.Position = slices.Clone(f.Position) // readers may move them
		return nil
	}
	only := x.state
	f.Resize(len(only.Position))
	f.Origin = origin.At(only)
	only = only.From(f.Origin)
	f.Step, f.Time = only.Step, only.Time
	f.Changes = append(f.Changes[:0], only.Changes...)
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

// restScale returns L0(t)/L0 of each actuator's springs in the run at time t [s].
func (x *Record) restScale(t float64) []float64 {
	if x.muscles == nil {
		x.muscles = measure.NewMuscles(x.Scene.Params, x.began)
	}
	return x.muscles.At(t)
}

// KeyStates returns at most the given number of states from first to last, evenly: both ends are
// among them. Zero means all.
func KeyStates(first, last, most int) (states []int) {
	count := last - first + 1
	if most == 0 || count <= most {
		most = count
	}
	if most == 1 {
		return []int{last}
	}
	for k := range most {
		states = append(states, first+int((int64(k)*int64(count-1)+int64(most-1)/2)/int64(most-1)))
	}
	return states
}
