package relax

import (
	"context"
	"fmt"
	"math"
)

const (
	// late is the part of the steps since the last stop after which the kinetic
	// energy is looked at again.
	late = 1.0 / 8
	// batchUpdates bounds the spring-updates of a batch, so that an interrupt is
	// heard soon.
	batchUpdates = 50_000_000
	// stuckStops is after how many stops without a smaller residual the rest is
	// rounding.
	stuckStops = 100
)

// relaxation is a run under way.
type relaxation struct {
	engine  Engine
	options Options
	springs int
	result  Result

	rounding float64 // what single precision leaves [N], about
	best     float64 // the smallest residual so far [N]
	bestAt   int     // at which stop
}

func (r *relaxation) run(ctx context.Context) error {
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
		if err := r.toPeak(ctx, kinetic); err != nil {
			return err
		}
	}
}

// fromRest stops all masses and takes one step, which shows the residual.
func (r *relaxation) fromRest() (kinetic float64, err error) {
	if err := r.engine.Still(); err != nil {
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

// stuck says whether only the rounding of positions is left: a residual of that
// size that many stops have not made smaller.
func (r *relaxation) stuck() bool {
	if r.best == 0 || r.result.Residual < r.best {
		r.best, r.bestAt = r.result.Residual, r.result.Peaks
	}
	return r.best < 2*r.rounding && r.result.Peaks-r.bestAt >= stuckStops
}

// giveUp keeps the state reached.
func (r *relaxation) giveUp() error {
	if err := r.read(); err != nil {
		return err
	}
	return errNotSettled
}

// confirm takes the state if it is still within the residual: that step has
// moved it a little.
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
	return true, r.engine.Still()
}

// read stops all masses and reads the state.
func (r *relaxation) read() error {
	if err := r.engine.Still(); err != nil {
		return err
	}
	step, time := r.result.State.Step, r.result.State.Time
	if err := r.engine.Read(&r.result.State); err != nil {
		return err
	}
	r.result.State.Step, r.result.State.Time = step, time
	return nil
}

// toPeak goes on until the kinetic energy has fallen.
func (r *relaxation) toPeak(ctx context.Context, kinetic float64) error {
	for since := int64(1); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.result.Steps >= r.options.Steps {
			return r.giveUp()
		}
		n := max(1, int64(late*float64(since)))
		n = min(n, max(1, batchUpdates/int64(max(1, r.springs))), r.options.Steps-r.result.Steps)
		now, _, _, err := r.step(n)
		if err != nil {
			return err
		}
		since += n
		if now <= kinetic {
			r.result.Peaks++
			return nil
		}
		kinetic = now
	}
}

// step takes n steps, waits and measures.
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
