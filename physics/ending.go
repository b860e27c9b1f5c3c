package physics

import (
	"math"

	"hooke/model"
)

// These are the words for conditions that end a run; see Until.
const (
	Still = "still" // all masses have been still for a time
	Fell  = "fell"  // the center of mass is near the ground
	Left  = "left"  // the center of mass is far from its start
)

// EndingWords returns the words that Until.Words may have.
func EndingWords() []string { return []string{Still, Fell, Left} }

// LookEvery is the number of steps between looks at a run. Looks are at steps whose number is
// a multiple of it, so that they do not depend on batches and checkpoints.
const LookEvery = 10

// Until chooses the conditions that end a run early. The zero value is empty. The center of
// mass is that of the masses that are not pinned on all axes, and up is +z.
type Until struct {
	Words       []string // of EndingWords, without repetition; the first one that holds at a look ends the run
	StillSpeed  float64  // still: no mass is faster [m/s],
	StillTime   float64  // at any look during this time [s]
	FallHeight  float64  // fell: the center of mass is lower than this above the highest plane contact below it, or above 0 [m]
	LeaveRadius float64  // left: the horizontal distance of the center of mass from its start is larger [m]
}

// Ending decides, from looks at a run in the order of their steps, when the run ends.
type Ending struct {
	Calm  Calm
	until Until
	start model.Vec3 // center of mass at the start [m]
}

// Calm is the memory of an Ending between looks. The zero value is that of a new run.
type Calm struct {
	Since float64 `json:"since"` // time of the first of the latest looks at which all masses were still [s]
	Now   bool    `json:"now"`   // whether they were at the latest look
}

// NewEnding returns the ending of a run of a model from its start.
func NewEnding(u Until, m *model.Model, start *model.State) *Ending {
	return &Ending{until: u, start: LookAt(m, start).Center}
}

// LookAt returns the summary of a state, in float64.
func LookAt(m *model.Model, s *model.State) model.Look {
	return lookAt(m, s.Step, s.Time, s.Position, s.Velocity)
}

// LookAtSnapshot is LookAt for a snapshot, which it does not copy.
func LookAtSnapshot(m *model.Model, s *model.Snapshot) model.Look {
	look := lookAt(m, s.Step, s.Time, s.Position, s.Velocity)
	look.Center = look.Center.Add(s.Origin)
	return look
}

func lookAt[T float32 | float64, V ~[3]T](m *model.Model, step int64, time float64, position, velocity []V) model.Look {
	wide := func(v V) model.Vec3 { return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])} }
	type part struct {
		speed, mass float64
		moment      model.Vec3
	}
	parts := make([]part, model.BlockCount(m.MassCount()))
	model.InBlocks(m.MassCount(), func(block, first, last int) {
		var sum part
		for i := first; i < last; i++ {
			sum.speed = max(sum.speed, wide(velocity[i]).Len()) // NaN stays
			if m.PinOf(i) != model.PinAll {
				sum.mass += m.Mass[i]
				sum.moment = sum.moment.Add(wide(position[i]).Mul(m.Mass[i]))
			}
		}
		parts[block] = sum
	})
	var sum part
	for _, p := range parts {
		sum.speed = max(sum.speed, p.speed)
		sum.mass += p.mass
		sum.moment = sum.moment.Add(p.moment)
	}
	look := model.Look{Step: step, Time: time, Speed: sum.speed}
	if sum.mass > 0 {
		look.Center = sum.moment.Mul(1 / sum.mass)
	}
	return look
}

// At evaluates a look and returns the word of the condition that ends the run at it, or "".
// contacts are those of the run. Pass every look.
func (e *Ending) At(look model.Look, contacts []model.Contact) string {
	if !(look.Speed <= e.until.StillSpeed) {
		e.Calm = Calm{}
	} else if !e.Calm.Now {
		e.Calm = Calm{Since: look.Time, Now: true}
	}
	for _, word := range e.until.Words {
		switch word {
		case Still:
			// Times are products of whole steps, so that a difference may miss by rounding.
			if e.Calm.Now && look.Time-e.Calm.Since >= e.until.StillTime-1e-9*look.Time {
				return Still
			}
		case Fell:
			if Clearance(look.Center, contacts, look.Time) < e.until.FallHeight {
				return Fell
			}
		case Left:
			if math.Hypot(look.Center[0]-e.start[0], look.Center[1]-e.start[1]) > e.until.LeaveRadius {
				return Left
			}
		}
	}
	return ""
}

// LevelPlane is the smallest z of the normal of a plane on which things stand rather than
// beside it.
const LevelPlane = 1e-6

// Clearance returns the height of a point above the highest plane contact below it at time t
// [s], in meters; above z = 0 without one. A plane above the point also counts as below
// it: solids are below planes, so the point has sunk in.
func Clearance(x model.Vec3, contacts []model.Contact, t float64) float64 {
	highest, found := 0.0, false
	for _, c := range contacts {
		plane, ok := c.Posed(t).Shape.(model.Plane)
		if !ok || c.Inside {
			continue
		}
		n := plane.UnitNormal()
		if n[2] < LevelPlane {
			continue
		}
		if z := (plane.Offset - n[0]*x[0] - n[1]*x[1]) / n[2]; !found || z > highest {
			highest, found = z, true
		}
	}
	return x[2] - highest
}
