package physics

import (
	"fmt"
	"math"
	"strings"

	"hooke/model"
)

// PassSpeed returns the speed [m/s] above which a mass may tunnel between others: through the
// center of a square cell of masses at distance h, the shortest rest length at them. It must
// press four of them by D − h/√2, which takes
//
//	½ m v² = 4 · ½ kc (D − h/√2)²
//
// if they hold still. It is the least over all masses m and all cells that they can meet; 0
// if masses are smaller than the holes between others, and +Inf without collisions. The limit
// follows from the finite stiffness of collisions. It is at most LeapSpeed, and where springs or
// triangles collide at most the limit of spanSpeed.
func PassSpeed(m *model.Model, p model.Params) float64 {
	if !p.Collision.Acts() || m.Radius == nil {
		return math.Inf(1)
	}
	speed := min(LeapSpeed(m, p), spanSpeed(m, p.Collision))
	if p.Collision.Masses() {
		speed = min(speed, sieveSpeed(m, p))
	}
	return speed
}

// sieveSpeed returns the limit of PassSpeed for masses between masses [m/s].
func sieveSpeed(m *model.Model, p model.Params) float64 {
	speed, shortest := math.Inf(1), shortestRests(m)
	bodies := make([]sieve, len(p.Collision.Bodies))
	for b := range bodies {
		bodies[b] = sieve{hole: math.Inf(-1), radius: math.Inf(1), stiffness: p.Collision.Bodies[b].Stiffness}
	}
	for i, r := range m.Radius {
		if r == 0 {
			continue
		}
		half := halfDiagonal(r, shortest[i])
		s := &bodies[m.BodyOf(i)]
		s.hole, s.radius = max(s.hole, half-r), min(s.radius, r)
		if m.PinOf(i) != model.PinAll {
			s.heaviest = max(s.heaviest, m.Mass[i])
			if p.Collision.Self {
				speed = min(speed, passing(s.stiffness, 2*r-half, m.Mass[i]))
			}
		}
	}
	if !p.Collision.Others {
		return speed
	}
	return min(speed, passingOthers(bodies))
}

// halfDiagonal is half the diagonal [m] of the square cell of masses at one with a radius and a
// shortest rest length; without springs, +Inf, it is as one among touching balls.
func halfDiagonal(radius, shortest float64) float64 {
	if math.IsInf(shortest, 1) {
		return radius
	}
	return shortest / math.Sqrt2
}

// LeapSpeed returns the speed [m/s] above which a mass moves farther than D/2 per step, where
// D is that of the smallest masses, and may tunnel through another one: r/dt. It is +Inf
// without collisions or without a step. With D up to 1.2 h and a safe step it is above
// PassSpeed.
func LeapSpeed(m *model.Model, p model.Params) float64 {
	smallest := math.Inf(1)
	for _, r := range m.Radius {
		if r > 0 {
			smallest = min(smallest, r)
		}
	}
	if !p.Collision.Acts() || p.DT <= 0 {
		return math.Inf(1)
	}
	return smallest / p.DT
}

// PassAdvice returns a sentence on how to raise PassSpeed.
func PassAdvice(m *model.Model, p model.Params) string {
	if leap := LeapSpeed(m, p); !math.IsInf(leap, 1) && PassSpeed(m, p) == leap {
		return fmt.Sprintf("it is half of their reach within a step of %.3g s: give a smaller dt", p.DT)
	}
	if !p.Collision.Masses() || sieveSpeed(m, p) > 0 {
		return "give [collision] a larger stiffness"
	}
	var parts []string
	if len(CollidingEdges(m)) > 0 && !p.Collision.Springs() {
		parts = append(parts, `"springs"`)
	}
	if len(CollidingTriangles(m)) > 0 && !p.Collision.Triangles() {
		parts = append(parts, `"triangles"`)
	}
	if parts == nil {
		return "others fit between them: give [collision] a larger radius"
	}
	return fmt.Sprintf("others fit between them: give [collision] touches = [%s], or a larger radius", strings.Join(parts, ", "))
}

// sieve is a body as others pass through it, and it through them.
type sieve struct {
	hole      float64 // radius of its largest hole between masses [m]
	radius    float64 // the smallest of its masses [m]
	heaviest  float64 // of its masses [kg]; 0: none moves
	stiffness float64 // kc [N/m]
}

// mostKinds is how many kinds of bodies are compared with each other; more are taken for
// one that has the worst of all.
const mostKinds = 1000

// passingOthers returns the least speed of a mass of a body through a cell of another [m/s].
// Bodies that are alike count twice at most: as each other's obstacle.
func passingOthers(bodies []sieve) float64 {
	count := make(map[sieve]int)
	var kinds []sieve
	for _, s := range bodies {
		if math.IsInf(s.radius, 1) {
			continue // no mass of it takes part
		}
		if count[s]++; count[s] == 1 {
			kinds = append(kinds, s)
		}
	}
	if len(kinds) > mostKinds {
		worst := kinds[0]
		for _, s := range kinds {
			worst = sieve{hole: max(worst.hole, s.hole), radius: min(worst.radius, s.radius), heaviest: max(worst.heaviest, s.heaviest), stiffness: min(worst.stiffness, s.stiffness)}
		}
		kinds, count[worst] = []sieve{worst}, 2
	}
	speed := math.Inf(1)
	for _, a := range kinds {
		for _, b := range kinds {
			if a.heaviest > 0 && (a != b || count[a] > 1) {
				speed = min(speed, passing(2/(1/a.stiffness+1/b.stiffness), a.radius-b.hole, a.heaviest))
			}
		}
	}
	return speed
}

// passing returns the speed of a mass [m/s] that presses four others by a depth [m]; 0 when it
// touches none.
func passing(stiffness, depth, mass float64) float64 {
	return max(0, depth) * math.Sqrt(4*stiffness/mass)
}
