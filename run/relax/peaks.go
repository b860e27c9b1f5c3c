package relax

import (
	"context"
	"errors"
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
)

const (
	// late: the kinetic energy is measured again after this share of the steps since
	// the last stop.
	late = 1.0 / 8
	// batchUpdates bounds the spring-updates of a batch, so that an interrupt takes
	// effect soon.
	batchUpdates = 50_000_000
	// stuckStops is the number of stops without a smaller residual after which the rest
	// counts as rounding.
	stuckStops = 100
	// shorterAfter is the number of stops without a smaller residual after which swings
	// become shorter.
	shorterAfter = 64
	// weakest is the part of a swing's kinetic energy that a stop should take.
	weakest = 1.0 / 4
)

// relaxation is a run under way.
type relaxation struct {
	engine  Relaxable
	model   *model.Model
	options Options
	result  Result

	rounding float64 // about the limit of single precision [N]
	best     float64 // the smallest residual so far [N]
	bestAt   int     // at which stop

	longest int64 // steps of the longest swing so far
	cap     int64 // most steps of a swing; 0: no bound
	weak    bool  // whether the last stop took less than a quarter of the swing's kinetic energy

	stiff float64        // the most Σ k (|x| + L0) of a mass [N]
	rest  *model.State   // the state that was read last, as precise as the engine gives it
	left  *model.State   // the rest that was last found unstable; nil: none
	seen  model.Snapshot // scratch of a check
}

// shorterSteps is how often the step may be halved.
const shorterSteps = 3

// runWithShorterSteps starts again with half the step when a state has no next step: the structure
// diverges, as one may whose springs are pressed to nothing on the way, or its masses move too far
// for the search of collisions. It does not for
// normalized materials, which would become other springs.
func (r *relaxation) runWithShorterSteps(ctx context.Context) error {
	start, err := r.state()
	if err != nil {
		return err
	}
	for halved := 0; ; halved++ {
		err := r.run(ctx)
		var state physics.StateError
		setter, ok := model.As[model.ParamsSetter](r.engine)
		if !errors.As(err, &state) || !ok || halved == shorterSteps || r.model.HasNormalized() || r.engine.Params().ContactsPerMass() {
			return err
		}
		p := r.engine.Params()
		p.DT /= 2
		if err := errors.Join(setter.SetParams(p), r.engine.Reset(start)); err != nil {
			return err
		}
		r.best, r.cap, r.longest, r.weak, r.left = 0, 0, 0, false, nil
	}
}

// state returns the engine's state, in float64 where it has that.
func (r *relaxation) state() (*model.State, error) {
	if e, ok := model.As[model.StateReader](r.engine); ok {
		out := &model.State{}
		return out, e.ReadState(out)
	}
	if err := r.engine.Read(&r.seen); err != nil {
		return nil, err
	}
	return r.seen.State(), nil
}

// run goes from rest to rest until it finds a stable one.
func (r *relaxation) run(ctx context.Context) error {
	if err := r.engine.Still(); err != nil {
		return err
	}
	for {
		if err := r.toRest(ctx); err != nil {
			return err
		}
		if stable, err := r.check(ctx); stable || err != nil {
			return err
		}
		kinetic, _, _, err := r.step(1)
		if err != nil {
			return err
		}
		if err := r.toPeak(ctx, kinetic); err != nil {
			return err
		}
	}
}

// toRest swings from stop to stop until the residual is small enough.
func (r *relaxation) toRest(ctx context.Context) error {
	for {
		kinetic, err := r.fromRest()
		if err != nil {
			return err
		}
		if r.result.Residual <= r.result.Allowed {
			if done, err := r.confirm(); done || err != nil {
				return err
			}
			continue
		}
		if r.stuck() {
			if r.options.Residual == 0 {
				r.result.Rounded = true
				return r.read()
			}
			return r.giveUp()
		}
		if r.weak {
			r.weak = false
			continue // a single step from rest certainly lowers the energy
		}
		if err := r.toPeak(ctx, kinetic); err != nil {
			return err
		}
	}
}

// fromRest stops all masses and takes one step, which shows the residual.
func (r *relaxation) fromRest() (kinetic float64, err error) {
	if err := r.engine.StillHalfway(); err != nil {
		return 0, err
	}
	kinetic, impulse, mass, err := r.step(1)
	if err != nil {
		return 0, err
	}
	r.result.Residual, r.result.Mass = impulse/r.engine.Params().DT, mass
	if r.result.Steps == 1 && r.result.Allowed == 0 {
		r.result.Allowed = r.result.Residual / 1000
		if r.rounding < r.result.Residual/10 {
			r.result.Allowed = max(r.result.Allowed, r.rounding)
		}
	}
	return kinetic, nil
}

// stuck reports whether only the rounding of positions is left: the residual has that
// size, and many stops have not lowered it.
func (r *relaxation) stuck() bool {
	if r.best == 0 || r.result.Residual < r.best {
		r.best, r.bestAt = r.result.Residual, r.result.Peaks
		r.cap *= 2
	} else if since := r.result.Peaks - r.bestAt; since > 0 && since%shorterAfter == 0 && !r.weak {
		r.shorten()
	}
	return r.best < 2*r.rounding && r.result.Peaks-r.bestAt >= stuckStops
}

// shorten halves the longest swing allowed, down to single steps.
func (r *relaxation) shorten() {
	if r.cap == 0 {
		r.cap = max(1, r.longest)
	}
	r.cap = max(1, r.cap/2)
}

// giveUp reads the state reached and returns errNotSettled.
func (r *relaxation) giveUp() error {
	if err := r.read(); err != nil {
		return err
	}
	return errNotSettled
}

// confirm accepts the state if its residual is still small enough; the step that
// measured it has moved it a little.
func (r *relaxation) confirm() (done bool, err error) {
	if err := r.read(); err != nil {
		return false, err
	}
	if _, err := r.fromRest(); err != nil {
		return false, err
	}
	if r.result.Residual > r.result.Allowed {
		return false, nil
	}
	return true, r.engine.StillHalfway()
}

// read stops all masses and reads the state.
func (r *relaxation) read() error {
	if err := r.engine.StillHalfway(); err != nil {
		return err
	}
	step, time := r.result.State.Step, r.result.State.Time
	if err := r.engine.Read(&r.result.State); err != nil {
		return err
	}
	r.result.State.Step, r.result.State.Time = step, time
	var err error
	r.rest, err = r.state()
	return err
}

// batch returns the number of steps before an interrupt takes effect.
func (r *relaxation) batch() int64 { return max(1, batchUpdates/int64(max(1, r.model.SpringCount()))) }

// toPeak steps until the kinetic energy has fallen.
func (r *relaxation) toPeak(ctx context.Context, kinetic float64) error {
	most := kinetic
	for since := int64(1); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.result.Steps >= r.options.Steps {
			return r.giveUp()
		}
		n := max(1, int64(late*float64(since)))
		n = min(n, r.batch(), r.options.Steps-r.result.Steps)
		if r.cap > 0 {
			if since >= r.cap {
				r.result.Peaks++
				return nil
			}
			n = min(n, r.cap-since)
		}
		now, _, _, err := r.step(n)
		if err != nil {
			return err
		}
		since += n
		if now <= kinetic {
			r.result.Peaks++
			r.longest = max(r.longest, since)
			r.weak = now < weakest*most
			return nil
		}
		kinetic = now
		most = max(most, now)
	}
}

// step takes n steps, waits for them and measures the motion.
func (r *relaxation) step(n int64) (kinetic, impulse float64, mass int, err error) {
	if err := r.engine.Step(int(n)); err != nil {
		return 0, 0, 0, err
	}
	r.result.Steps += n
	if r.options.Progress != nil {
		r.options.Progress(r.result.Steps, r.result.Residual)
	}
	if err := r.engine.Finish(); err != nil {
		return 0, 0, 0, err
	}
	motion, err := r.engine.Motion()
	if err != nil {
		return 0, 0, 0, err
	}
	if math.IsNaN(motion.Kinetic) || math.IsInf(motion.Kinetic, 0) {
		return 0, 0, 0, fmt.Errorf("relax: the kinetic energy is %g J after %d steps: the structure blew up; use a smaller dt", motion.Kinetic, r.result.Steps)
	}
	return motion.Kinetic, motion.Impulse, motion.Mass, nil
}
