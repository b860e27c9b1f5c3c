package play

import (
	"context"
	"fmt"
	"math"

	"hooke/control/gait"
	"hooke/control/metrics"
	"hooke/machine/memory"
	"hooke/model"
	"hooke/scene"
	"hooke/viewer/draw"
)

// Member is a recorded run in a Lineup.
type Member struct {
	Label []string // lines of its label, the most important first; the first one may stand alone
	Value float64  // the number by which it is colored
	Scene *scene.Scene
	Gait  *gait.Record // of the whole run

	frames []frame
	box    draw.Bounds // of all frames, around its own origin [m]
}

// frame is a state of a member.
type frame struct {
	model.Snapshot
	restScale []float64
}

// MemberOptions say how RecordMember records a run.
type MemberOptions struct {
	Metrics metrics.Options
	Steps   int64   // at most
	Every   float64 // time between frames [s]; see MemberInterval
}

// frameRate is the number of frames in a simulated second, if memory can hold them.
const frameRate = 60.0

// mostBytes is the largest memory of the frames of all members.
const mostBytes = 512 << 20

// MemberInterval returns the time between frames [s] for a number of members with that many masses and a duration [s]: a sixtieth of a second,
// or as much longer as lets all frames take at most 512 MiB. It returns an error where memory is too small.
func MemberInterval(members, masses int, duration float64) (float64, error) {
	const ofMass = 24
	each := ofMass * float64(members) * float64(masses)
	frames := min(math.Ceil(duration*frameRate), math.Floor(mostBytes/each)-2)
	if frames < 1 {
		return 0, fmt.Errorf("members: %d members of %d masses are more than frames can hold, %d MiB; show fewer", members, masses, mostBytes>>20)
	}
	if err := memory.Ask(int64(each*(frames+2)), "%.0f frames of %d members", frames, members); err != nil {
		return 0, err
	}
	return max(duration/frames, 1/frameRate), nil
}

// RecordMember follows an engine that is at the start of a scene to the end of its run, by the law of gait.Follow.
func RecordMember(ctx context.Context, e model.Engine, s *scene.Scene, o MemberOptions) (*Member, error) {
	m := &Member{Scene: s}
	next := math.Inf(-1) // time of the next frame
	seen := func(now float64, last bool) error {
		if now < next-1e-9 && !last {
			return nil
		}
		next = max(next, now) + o.Every
		return m.take(e, now)
	}
	record, err := gait.Follow(ctx, e, s, gait.Options{Metrics: o.Metrics, Steps: o.Steps, Seen: seen})
	if err != nil {
		return nil, err
	}
	m.Gait = record
	return m, nil
}

// take appends the present state.
func (m *Member) take(e model.Engine, now float64) error {
	var f frame
	if err := e.Read(&f.Snapshot); err != nil {
		return err
	}
	f.Time = now
	if scaler, ok := model.As[model.RestScaler](e); ok {
		f.restScale = append([]float64(nil), scaler.RestScale()...)
	}
	for i, x := range f.Position {
		at := model.InWorld(f.Origin, x)
		if i == 0 && len(m.frames) == 0 {
			m.box = draw.Bounds{Lo: at, Hi: at}
		}
		for axis, v := range at {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				m.box.Lo[axis], m.box.Hi[axis] = min(m.box.Lo[axis], v), max(m.box.Hi[axis], v)
			}
		}
	}
	m.frames = append(m.frames, f)
	return nil
}

// at returns the frame that a time [s] shows: the last one that is not after it.
func (m *Member) at(t float64) *frame {
	k := 0
	for k+1 < len(m.frames) && m.frames[k+1].Time <= t+1e-9 {
		k++
	}
	return &m.frames[k]
}
