package relax

import (
	"context"
	"math"

	"hooke/model"
	"hooke/order/random"
)

const (
	// push is the strength of the push that shows whether a rest is stable: that many
	// residuals on every mass, for one step.
	push = 30
	// grown is a kinetic energy, relative to that of the push, which a stable rest
	// cannot reach: at 0.8 of the safe step its largest value is 2.8.
	grown = 4
	// firstRound is the number of steps of the first look at a rest; each further round
	// takes twice as many.
	firstRound = 16
	// leastCheck is the least number of steps of a check; checkPart is the share of the
	// steps of the relaxation that are enough.
	leastCheck = 200
	checkPart  = 1.0 / 8
	// departure is how far from an unstable rest the masses are put: so far that the
	// force away from it is that many residuals.
	departure = 100
	// farthest bounds the distance of departure, in sizes of the structure.
	farthest = 0.01
	// back is the distance, in sizes of the structure, below which a structure that was
	// pushed away from a rest has come back to it.
	back = 1e-3
	// mostLeft is the largest number of unstable rests.
	mostLeft = 32
)

// check reports whether the rest is stable. Otherwise it moves the structure away from it, in
// the unstable direction.
//
// Two copies of the rest are pushed in opposite directions and step. Their common motion, the
// remaining way to the exact rest, cancels in half their difference, which moves as the
// linearized structure does. In a stable one its kinetic energy never exceeds 1/(1 −
// (dt/dt_safe)²) times that of the push; in any other it grows without bound. Each round
// begins with the velocities at the end of the last one.
func (r *relaxation) check(ctx context.Context) (stable bool, err error) {
	rest := r.rest
	p := &probe{relaxation: r}
	if !p.begin() {
		return true, nil
	}
	for steps := int64(firstRound); ; steps *= 2 {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		growth, err := p.round(ctx, steps)
		if err != nil {
			return false, err
		}
		if growth > grown {
			if r.cameBack(rest) {
				break
			}
			if r.result.Left == mostLeft {
				r.result.Unstable = true
				return false, errNotSettled
			}
			r.result.Left++
			r.left = rest
			return false, p.leave(growth, steps)
		}
		enough := max(leastCheck, int64(checkPart*float64(r.result.Steps)))
		if growth == 0 || p.steps >= enough || steps >= r.longest && p.steps >= leastCheck {
			break
		}
	}
	return true, r.engine.Reset(rest)
}

// cameBack reports whether the structure was pushed away from this rest before.
func (r *relaxation) cameBack(rest *model.State) bool {
	if r.left == nil {
		return false
	}
	most := 0.0
	for i, x := range rest.Position {
		most = max(most, x.Sub(r.left.Position[i]).Len())
	}
	return most <= back*size(rest)
}

// size returns the diagonal of the box around a state [m].
func size(s *model.State) float64 {
	low, high := s.Bounds()
	return high.Sub(low).Len()
}

// probe is a check that is running.
type probe struct {
	*relaxation
	direction []model.Vec3 // velocities of the push [m/s]
	kinetic   float64      // of the push [J]
	steps     int64        // taken so far
}

// begin makes the first push, which is random and the same on every machine. It returns
// false when there is nothing to push, or no force that could push back.
func (p *probe) begin() bool {
	m, dt := p.model, p.engine.Params().DT
	force := push * max(p.result.Allowed, p.result.Residual, p.rounding, p.stiff/(1<<40))
	p.direction = make([]model.Vec3, m.MassCount())
	var numbers random.Stream
	for i := range p.direction {
		if m.PinOf(i) == model.PinAll || m.Mass[i] == 0 {
			continue
		}
		for axis := range 3 {
			share := numbers.Signed()
			if m.PinOf(i)&(model.PinX<<axis) == 0 {
				p.direction[i][axis] = force * dt / m.Mass[i] * share
			}
		}
	}
	p.kinetic = p.kineticOf(p.direction)
	return p.kinetic > 0 && (m.SpringCount() > 0 || len(p.engine.Params().Contacts) > 0)
}

// kineticOf returns the kinetic energy of velocities [J].
func (p *probe) kineticOf(velocity []model.Vec3) (sum float64) {
	for i, v := range velocity {
		if p.model.PinOf(i) != model.PinAll {
			sum += 0.5 * p.model.Mass[i] * v.Dot(v)
		}
	}
	return sum
}

// round steps both copies and returns the factor by which the kinetic energy of their
// difference has grown. The difference, scaled to the size of the push, is the next
// push.
func (p *probe) round(ctx context.Context, steps int64) (growth float64, err error) {
	forth, err := p.pushed(ctx, 1, steps)
	if err != nil {
		return 0, err
	}
	forth = append([][3]float32(nil), forth...)
	fro, err := p.pushed(ctx, -1, steps)
	if err != nil {
		return 0, err
	}
	for i := range p.direction {
		for axis := range 3 {
			p.direction[i][axis] = (float64(forth[i][axis]) - float64(fro[i][axis])) / 2
		}
	}
	growth = p.kineticOf(p.direction) / p.kinetic
	if growth > 0 {
		p.scale(1 / math.Sqrt(growth))
	}
	return growth, nil
}

func (p *probe) scale(factor float64) {
	for i := range p.direction {
		p.direction[i] = p.direction[i].Mul(factor)
	}
}

// pushed returns the motion of a copy some steps after a push [m/s].
func (p *probe) pushed(ctx context.Context, sign float64, steps int64) ([][3]float32, error) {
	state := p.rest.Clone()
	for i, v := range p.direction {
		state.Velocity[i] = v.Mul(sign)
	}
	if err := p.engine.Reset(state); err != nil {
		return nil, err
	}
	for left := steps; left > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := min(left, p.batch())
		if err := p.engine.Step(int(n)); err != nil {
			return nil, err
		}
		if err := p.engine.Finish(); err != nil {
			return nil, err
		}
		left -= n
	}
	p.steps += steps
	p.result.Checked += steps
	err := p.engine.Read(&p.seen)
	return p.seen.Velocity, err
}

// leave puts the structure next to the rest, displaced along the motion that grows, and
// moving along it. A growth of g in n steps is cosh²(κ n dt), of a mode whose force
// away from the rest is m κ² times its displacement.
func (p *probe) leave(growth float64, steps int64) error {
	rate := math.Acosh(math.Sqrt(growth)) / (float64(steps) * p.engine.Params().DT) // κ [1/s]
	strongest, fastest := 0.0, 0.0
	for i, v := range p.direction {
		strongest = max(strongest, p.model.Mass[i]*v.Len())
		fastest = max(fastest, v.Len())
	}
	// The displacement is the direction times a factor, and the velocity κ of that.
	factor := departure * max(p.result.Allowed, p.result.Residual, p.rounding) / (rate * rate * strongest)
	if limit := farthest * size(p.rest) / fastest; !(factor < limit) {
		factor = limit
	}
	factor = max(factor, 1/rate)
	state := p.rest.Clone()
	for i, v := range p.direction {
		state.Position[i] = state.Position[i].Add(v.Mul(factor))
		state.Velocity[i] = v.Mul(factor * rate)
	}
	p.best, p.cap = 0, 0
	return p.engine.Reset(state)
}
