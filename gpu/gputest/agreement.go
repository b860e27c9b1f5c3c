package gputest

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// Contracted is how far the states of two programs may be apart on hardware, as a share of the
// largest change of a mass over the steps; Unit is the share of the largest coordinate and speed
// that each step may add.
//
// A driver's compiler contracts a·b + c to one operation with one rounding in one program and not
// in another. Each sum then differs by an ulp or two, in forces and in the step. With every dot
// product, cross product, length, push of a contact and new velocity made one ulp larger or
// smaller in one of two programs (by a hash of its bits), all cases of these tests together,
// single and double, sticking and sliding masses among them, stayed within 2·10⁻⁵ in velocity;
// positions, within 10⁻⁵ and half a Unit a step, which is the rounding of the sum of a position and
// its small change. Contracted is ten times that, since long sums differ by several ulps. No mass
// went from sticking to sliding: that takes a friction within 10⁻⁷ of its limit. A
// stiffness that is off by 1 % makes a difference of 4·10⁻³, one spring of a lattice that is left out
// 10⁻³.
const (
	Contracted = 2e-4
	Unit       = 1.0 / (1 << 23)
)

// Agreement compares the results of two programs for the same steps: two pipelines with one
// set of equations, two variants of a pass, two sizes of work groups, a model in one range
// and in several, a step with a ledger and without. Bits are promised for one program on one
// device, and software renderers keep them between programs, too.
type Agreement struct {
	Exact bool // the bits must be equal; else differences by contraction are none
}

// Rounding returns the relative tolerance of a number: exact, or Contracted where bits may differ.
func (a Agreement) Rounding(exact float64) float64 {
	if a.Exact {
		return exact
	}
	return Contracted
}

// Fault describes how two states differ that came from start; it is empty when they agree. States that
// are not finite, or that are of other steps, never agree.
func (a Agreement) Fault(start, want, got *model.State) string {
	if want.Step != got.Step || want.Time != got.Time {
		return fmt.Sprintf("step %d at %g s, want step %d at %g s", got.Step, got.Time, want.Step, want.Time)
	}
	steps := want.Step - start.Step
	for _, part := range []struct {
		name             string
		start, want, got [][]float64
	}{
		{"position", vectors(start.Position), vectors(want.Position), vectors(got.Position)},
		{"velocity", vectors(start.Velocity), vectors(want.Velocity), vectors(got.Velocity)},
		{"orientation", quaternions(start.Orientation), quaternions(want.Orientation), quaternions(got.Orientation)},
		{"angular velocity", vectors(start.AngularVelocity), vectors(want.AngularVelocity), vectors(got.AngularVelocity)},
	} {
		if len(part.got) != len(part.want) {
			return fmt.Sprintf("%d of %s, want %d", len(part.got), part.name, len(part.want))
		}
		if fault := a.apart(steps, part.start, part.want, part.got); fault != "" {
			return part.name + " of " + fault
		}
	}
	if len(want.Position) == 0 {
		return "no masses"
	}
	return ""
}

// Snapshots returns Fault of states in single precision.
func (a Agreement) Snapshots(start *model.State, want, got model.Snapshot) string {
	return a.Fault(start, want.State(), got.State())
}

// apart describes the vector that differs most; start may be shorter if a vector has no start.
func (a Agreement) apart(steps int64, start, want, got [][]float64) string {
	worst, at, change, size := 0.0, 0, 0.0, 0.0
	for i := range want {
		d := between(want[i], got[i])
		if !(d <= math.MaxFloat64) { // NaN, too
			return fmt.Sprintf("number %d is %v, want %v", i, got[i], want[i])
		}
		if d > worst {
			worst, at = d, i
		}
		size = max(size, between(want[i], make([]float64, len(want[i]))))
		if i < len(start) {
			change = max(change, between(want[i], start[i]))
		}
	}
	allowed := 0.0
	if !a.Exact {
		allowed = Contracted*change + float64(steps)*Unit*size
	}
	if worst <= allowed {
		return ""
	}
	return fmt.Sprintf("number %d is %v, want %v: %.3g apart, allowed %.3g; the largest change is %.3g", at, got[at], want[at], worst, allowed, change)
}

func between(a, b []float64) float64 {
	sum := 0.0
	for k, x := range a {
		sum += (x - b[k]) * (x - b[k])
	}
	return math.Sqrt(sum)
}

func vectors(all []model.Vec3) (out [][]float64) {
	for k := range all {
		out = append(out, all[k][:])
	}
	return out
}

func quaternions(all []mgl64.Quat) (out [][]float64) {
	for _, q := range all {
		out = append(out, []float64{q.W, q.V[0], q.V[1], q.V[2]})
	}
	return out
}

// Counts reports whether numbers of caught masses agree. Rounding decides for a mass that just
// reaches a surface, so on hardware a hundredth may differ, and one.
func (a Agreement) Counts(want, got int64) bool {
	if a.Exact {
		return want == got
	}
	return max(want-got, got-want) <= max(1, want/100)
}

// Strains describes how strains differ, which are shares of rest lengths; empty when they agree.
func (a Agreement) Strains(want, got []float32) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d strains, want %d", len(got), len(want))
	}
	largest := 0.0
	for _, x := range want {
		largest = max(largest, math.Abs(float64(x)))
	}
	for s, x := range want {
		if off := math.Abs(float64(got[s]) - float64(x)); off != 0 && (a.Exact || !(off <= Contracted*largest+4*Unit)) {
			return fmt.Sprintf("strain %d is %g, want %g", s, got[s], x)
		}
	}
	return ""
}

// Ledgers describes which number of an account differs most; empty when they agree. Sums over groups of
// masses and springs are formed in another order where these are divided otherwise, so that 10⁻⁹ of
// the largest number, of which gravity's zero is no part, is rounding everywhere.
func (a Agreement) Ledgers(want, got model.Ledger) string {
	wants, gots := want.Numbers(), got.Numbers()
	scale := 0.0
	for _, x := range wants {
		if x != &want.Start.Gravitational && x != &want.Now.Gravitational {
			scale = max(scale, math.Abs(*x))
		}
	}
	for n, x := range wants {
		if off := math.Abs(*gots[n] - *x); !(off <= a.Rounding(1e-9)*max(scale, math.Abs(*x))) {
			return fmt.Sprintf("number %d is %.12g J, want %.12g J; the largest is %.6g J", n, *gots[n], *x, scale)
		}
	}
	return ""
}
