package bench

import (
	"context"
	"math"

	"hooke/model"
)

// StepTied reports whether materials or contacts of a run follow from its dt, so that a shorter
// step is another structure: its error cannot be told from two steps.
func StepTied(m *model.Model, p model.Params) bool {
	for i := range m.Materials {
		if m.Materials[i].Vocabulary() == model.Normalized {
			return true
		}
	}
	for i := range p.Contacts {
		if p.Contacts[i].PerMass {
			return true
		}
	}
	return false
}

// StepError estimates how far the truth is from the motion that shorter and shorter steps
// would come to, in float64, as MeasureError does it: largest is max |e| / max |x − x_0| over
// the masses of the truth, and rms is the same of root mean squares. With the end x_h of the
// truth, x_{h/2} of twice as many steps of half the length, and a solver of the order n,
//
//	e = 2ⁿ/(2ⁿ − 1) (x_h − x_{h/2}),
//
// which is 2 (x_h − x_{h/2}) for symplectic Euler and 4/3 of it for Verlet (Richardson). m, p
// and start are those of the truth. known is false where half a step cannot be told apart: see
// StepTied, or where the reference breaks off with it.
func (t *Truth) StepError(ctx context.Context, m *model.Model, p model.Params, start *model.State) (largest, rms float64, known bool, err error) {
	if t.Steps == 0 || StepTied(m, p) {
		return 0, 0, false, nil
	}
	p.DT /= 2
	half, err := NewTruthOf(ctx, m, p, start, 2*t.Steps)
	if ctx.Err() != nil {
		return 0, 0, false, err
	}
	if err != nil || len(half.End.Position) != len(t.End.Position) {
		return 0, 0, false, nil
	}
	power := math.Exp2(float64(p.Integrator.Method().Order))
	var off, moved struct{ max, squares float64 }
	for i, x := range t.End.Position {
		e, d := power/(power-1)*x.Sub(half.End.Position[i]).Len(), x.Sub(t.Start.Position[i]).Len()
		off.max, off.squares = max(off.max, e), off.squares+e*e
		moved.max, moved.squares = max(moved.max, d), moved.squares+d*d
	}
	if moved.max == 0 {
		return 0, 0, off.max == 0, nil
	}
	return off.max / moved.max, math.Sqrt(off.squares / moved.squares), true, nil
}
