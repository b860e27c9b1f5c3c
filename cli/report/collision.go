package report

import (
	"math"
	"strconv"
	"strings"

	"hooke/bench"
	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// Collision holds the facts of masses that collide.
type Collision struct {
	Touches      string     `json:"touches"` // parts that touch: masses, springs, triangles
	Masses       int        `json:"masses"`  // that take part
	Bodies       int        `json:"bodies"`
	Radius       [2]float64 `json:"radius"`          // least and largest [m]
	Stiffness    [2]float64 `json:"stiffness"`       // kc of bodies, least and largest [N/m]
	StepWithout  *float64   `json:"dt_safe_without"` // safe step without collisions [s]; null where any step is safe
	PassSpeed    *float64   `json:"pass_speed"`      // masses faster than this pass between others [m/s]; null where none can
	LeapSpeed    *float64   `json:"leap_speed"`      // masses faster than this move by half of D within a step [m/s]; pass_speed is at most that
	Fastest      float64    `json:"fastest_start"`   // speed of the fastest mass at the start [m/s]
	FastestMass  int        `json:"fastest_mass"`    // its number
	Overlaps     int        `json:"overlaps"`        // pairs of different bodies that overlap where they rest
	FirstOverlap *[2]int    `json:"first_overlap,omitempty"`
}

// collisionOf describes the collisions of a scene; nil: masses do not collide.
func collisionOf(s *scene.Scene) *Collision {
	m, c := s.Model, s.Params.Collision
	if !c.Acts() {
		return nil
	}
	out := &Collision{Touches: c.Parts().String(), Bodies: len(c.Bodies), Radius: [2]float64{math.Inf(1), 0}, Stiffness: [2]float64{math.Inf(1), 0}}
	for i, r := range m.Radius {
		if r == 0 {
			continue
		}
		out.Masses++
		out.Radius = [2]float64{min(out.Radius[0], r), max(out.Radius[1], r)}
		if v := s.Start.Velocity[i].Len(); v > out.Fastest {
			out.Fastest, out.FastestMass = v, i
		}
	}
	for _, b := range c.Bodies {
		out.Stiffness = [2]float64{min(out.Stiffness[0], b.Stiffness), max(out.Stiffness[1], b.Stiffness)}
	}
	out.StepWithout = bench.Finite(physics.SafeStep(m, s.Params.Without(model.CollisionTerm)))
	out.PassSpeed = bench.Finite(physics.PassSpeed(m, s.Params))
	out.LeapSpeed = bench.Finite(physics.LeapSpeed(m, s.Params))
	count, first := physics.Overlaps(m, c)
	if out.Overlaps = count; count > 0 {
		out.FirstOverlap = &[2]int{first.I, first.J}
	}
	return out
}

// write writes the lines of collisions. safe is the safe step with them [s], nil where any
// is safe.
func (c *Collision) write(line printLine, masses int, safe *float64) {
	if c == nil {
		return
	}
	line("collisions", "%d of %d masses of %s, radius %s m, kc %s N/m%s", c.Masses, masses, bodies(c.Bodies), span(c.Radius), span(c.Stiffness), c.beyondMasses())
	switch {
	case safe != nil && c.StepWithout != nil:
		line("", "they reduce the safe step from %.4g to %.4g s, for six touches per mass%s", *c.StepWithout, *safe, c.each())
	case safe != nil:
		line("", "they limit the safe step to %.4g s, for six touches per mass%s", *safe, c.each())
	}
	if c.PassSpeed != nil {
		how, advice := "between four that push with kc", "give a larger stiffness"
		if c.Touches != "masses" {
			how = "between others that push with kc"
		}
		if c.LeapSpeed != nil && *c.PassSpeed == *c.LeapSpeed {
			how, advice = "by half of their reach in a step", "give a smaller dt"
		}
		line("", "masses faster than %.3g m/s tunnel through each other, %s", *c.PassSpeed, how)
		if c.Fastest > *c.PassSpeed {
			line("", "MASS %d STARTS FASTER, with %.3g m/s: %s", c.FastestMass, c.Fastest, advice)
		}
	}
	if c.FirstOverlap != nil {
		line("", "%d pairs of different bodies overlap at rest, the first masses %d and %d; they push only when they come nearer", c.Overlaps, c.FirstOverlap[0], c.FirstOverlap[1])
	}
	line("", "masses of one body that overlap at rest never touch; the faces of a crack between them pass through each other")
}

// beyondMasses returns the parts that touch, where they are not masses alone.
func (c *Collision) beyondMasses() string {
	if c.Touches == "masses" {
		return ""
	}
	return ", touching: " + c.Touches
}

// each returns words for several kinds of touches.
func (c *Collision) each() string {
	if strings.Contains(c.Touches, ",") {
		return " of each kind"
	}
	return ""
}

// bodies returns a number of bodies in words.
func bodies(n int) string {
	if n == 1 {
		return "one body"
	}
	return strconv.Itoa(n) + " bodies"
}

// span returns the least and the largest of some numbers, once where they are equal.
func span(of [2]float64) string {
	if of[0] == of[1] {
		return strconv.FormatFloat(of[0], 'g', 4, 64)
	}
	return strconv.FormatFloat(of[0], 'g', 4, 64) + " to " + strconv.FormatFloat(of[1], 'g', 4, 64)
}
