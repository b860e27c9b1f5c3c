package check

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"hooke/cpuref"
	"hooke/model"
	"hooke/order/random"
)

// Tolerance is the largest error of a mass that counts as agreement, as a Euclidean
// length. The zero value demands equality.
type Tolerance struct {
	Position float64 // [m]
	Velocity float64 // [m/s]
}

// Deviation says how far a read-back is from the reference.
type Deviation struct {
	OK        bool
	Problem   string // why the two cannot be compared; empty: they can
	Masses    int    // masses compared
	NonFinite int    // masses of the read-back that have a number that is not finite
	Position  Difference
	Velocity  Difference
}

// Difference is the error of one quantity over all masses. A value that is not
// a finite number counts as an infinite error.
type Difference struct {
	Max, RMS  float64    // error, in the unit of the quantity
	Tolerance float64    // the largest error allowed, scaled by HOOKE_TOLERANCE_SCALE
	Worst     int        // the mass with the largest error; -1 when there are no masses
	Reference model.Vec3 // of the worst mass
	Got       [3]float32 // of the worst mass
	Springs   []int      // up to eight springs at the worst mass
}

// Compare compares a read-back got with the reference's state ref, both of model m and
// after the same steps. A number in got that is not finite always fails. The
// environment variable HOOKE_TOLERANCE_SCALE scales the tolerance; with 0 every error
// fails, which shows all residuals.
func Compare(m *model.Model, ref *cpuref.State, got model.Snapshot, tol Tolerance) Deviation {
	count := m.MassCount()
	r := Deviation{Masses: count, Position: Difference{Worst: -1}, Velocity: Difference{Worst: -1}}
	scale, err := toleranceScale()
	switch {
	case err != nil:
		r.Problem = err.Error()
	case len(ref.Position) != count || len(got.Position) != count || len(ref.Velocity) != count || len(got.Velocity) != count:
		r.Problem = fmt.Sprintf("the reference has %d masses, the read-back %d, the model %d",
			len(ref.Position), len(got.Position), count)
	case ref.Step != got.Step:
		r.Problem = fmt.Sprintf("the reference is at step %d, the read-back at step %d", ref.Step, got.Step)
	}
	if r.Problem != "" {
		return r
	}
	for i := range count {
		if !cpuref.Finite(widen(got.Position[i])) || !cpuref.Finite(widen(got.Velocity[i])) {
			r.NonFinite++
		}
	}
	r.Position = difference(m, ref.Position, got.Position, tol.Position*scale)
	r.Velocity = difference(m, ref.Velocity, got.Velocity, tol.Velocity*scale)
	r.OK = r.NonFinite == 0 && r.Position.ok() && r.Velocity.ok()
	return r
}

// String returns the deviation in words, over several lines.
func (r Deviation) String() string {
	if r.Problem != "" {
		return "cannot be compared: " + r.Problem
	}
	var b strings.Builder
	verdict := "agrees"
	if !r.OK {
		verdict = "DISAGREES"
	}
	fmt.Fprintf(&b, "%s over %d masses", verdict, r.Masses)
	if r.NonFinite > 0 {
		fmt.Fprintf(&b, ", %d of them not finite", r.NonFinite)
	}
	fmt.Fprintf(&b, "\n  position [m]:   %v\n  velocity [m/s]: %v", r.Position, r.Velocity)
	return b.String()
}

// String returns the difference on one line.
func (d Difference) String() string {
	if d.Worst < 0 {
		return "nothing to compare"
	}
	return fmt.Sprintf("max %.3g, rms %.3g, tolerance %.3g; worst is mass %d: reference %v, got %v, springs %v",
		d.Max, d.RMS, d.Tolerance, d.Worst, d.Reference, d.Got, d.Springs)
}

func (d Difference) ok() bool { return d.Max <= d.Tolerance }

// RelativeError returns the error that is printed next to a rate: how wrong the positions
// are, as a share of the distances that masses have moved. With x0 the start,
//
//	max = max |x − xref| / max |xref − x0|,  rms = RMS |x − xref| / RMS |xref − x0|.
//
// Doing nothing scores 1. When nothing moves in the reference, a read-back at rest
// scores 0 and any other +Inf. A value that is not finite scores +Inf. All three states
// must have the same number of masses.
func RelativeError(start, ref *cpuref.State, got model.Snapshot) (largest, rms float64) {
	var err, moved struct{ max, squares float64 }
	for i, x := range ref.Position {
		e := finiteLength(x.Sub(got.Place(i)))
		d := x.Sub(start.Position[i]).Len()
		err.max, err.squares = max(err.max, e), err.squares+e*e
		moved.max, moved.squares = max(moved.max, d), moved.squares+d*d
	}
	if moved.max == 0 {
		if err.max == 0 {
			return 0, 0
		}
		return math.Inf(1), math.Inf(1)
	}
	return err.max / moved.max, math.Sqrt(err.squares / moved.squares)
}

// difference measures one quantity over all masses.
func difference(m *model.Model, ref []model.Vec3, got [][3]float32, tolerance float64) Difference {
	d := Difference{Tolerance: tolerance, Worst: -1}
	squares := 0.0
	for i := range ref {
		err := distance(ref[i], got[i])
		squares += err * err
		if d.Worst < 0 || err > d.Max {
			d.Max, d.Worst = err, i
		}
	}
	if d.Worst >= 0 {
		d.RMS = math.Sqrt(squares / float64(len(ref)))
		d.Reference, d.Got = ref[d.Worst], got[d.Worst]
		d.Springs = springsAt(m, d.Worst)
	}
	return d
}

// distance returns |ref − got|, and +Inf when that is not a number.
func distance(ref model.Vec3, got [3]float32) float64 { return finiteLength(ref.Sub(widen(got))) }

func finiteLength(v model.Vec3) float64 {
	d := v.Len()
	if math.IsNaN(d) {
		return math.Inf(1)
	}
	return d
}

func widen(v [3]float32) model.Vec3 {
	return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

// springsAt lists up to eight springs at a mass.
func springsAt(m *model.Model, mass int) []int {
	var springs []int
	for s, ends := range m.Ends {
		if int(ends[0]) == mass || int(ends[1]) == mass {
			springs = append(springs, s)
			if len(springs) == 8 {
				break
			}
		}
	}
	return springs
}

// toleranceScale returns the number in HOOKE_TOLERANCE_SCALE; 1 when it is not set.
func toleranceScale() (float64, error) {
	text, set := os.LookupEnv("HOOKE_TOLERANCE_SCALE")
	if !set || text == "" {
		return 1, nil
	}
	scale, err := strconv.ParseFloat(text, 64)
	if err != nil || !(scale >= 0) {
		return 0, fmt.Errorf("check: HOOKE_TOLERANCE_SCALE is %q; give a number that is not negative, such as 0 to show residuals", text)
	}
	return scale, nil
}

func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// rodsTolerance is how far a step of rods may be from the reference's, as a share of how far they turn and
// how fast they do: float32 leaves some 1e-7 of lengths, which substeps h turn to speeds by 1/h (3e-3 for the preset helix).
const rodsTolerance = 1e-2

// rods checks a step of the case itself, whose segments of rods spin: how they stand and turn after it.
func (t *trial) rods() error {
	if t.Params.Integrator != model.Impulses || t.Model.SegmentCount() == 0 {
		return nil
	}
	ref, err := cpuref.New(t.Model, t.Params)
	if err != nil {
		return err
	}
	const turn = 0.05 // in the step [rad]
	start, numbers := t.Start.Clone(), random.Stream(7)
	if len(start.Orientation) == 0 {
		t.Model.StartSegments(start)
	}
	for k := range start.AngularVelocity {
		w := model.Vec3{numbers.Signed(), numbers.Signed(), numbers.Signed()}
		start.AngularVelocity[k] = start.AngularVelocity[k].Add(w.Mul(turn / ref.Params().DT))
	}
	start.RoundToFloat32()
	s, err := t.subject(t.Model, t.Params, start)
	if err != nil {
		return err
	}
	defer s.Close()
	var got model.Snapshot
	if err := errors.Join(ref.Reset(start), ref.Step(1), s.Step(1), s.Finish(), s.Read(&got)); err != nil {
		return err
	}
	want, turned, fastest, off, spin, worst := ref.State(), 0.0, 0.0, 0.0, 0.0, -1
	if len(got.Orientation) != len(want.Orientation) {
		return fmt.Errorf("the engine has %d orientations of %d segments of rods", len(got.Orientation), len(want.Orientation))
	}
	segment := 0
	for i := range t.Model.Ends {
		if !t.Model.IsSegment(i) {
			continue
		}
		k := segment
		segment++
		q := want.Orientation[k].Conjugate()
		turned = max(turned, 2*q.Mul(start.Orientation[k]).V.Len())
		fastest = max(fastest, want.AngularVelocity[k].Len())
		if by := 2 * q.Mul(got.Turned(k)).V.Len(); by > off || worst < 0 {
			off, worst = by, i
		}
		spin = max(spin, want.AngularVelocity[k].Sub(widen(got.AngularVelocity[k])).Len())
	}
	e := max(share(off, turned), share(spin, fastest))
	t.add(Outcome{Check: "step parity, rods", Max: e, RMS: e, Tolerance: rodsTolerance * t.scale, WorstMass: -1, WorstSpring: worst,
		Detail: fmt.Sprintf("share of the largest turn and spin; segments are turned by up to %.3g rad and spin with %.3g rad/s, off by %.3g rad and %.3g rad/s", turned, fastest, off, spin)}, false)
	return nil
}
