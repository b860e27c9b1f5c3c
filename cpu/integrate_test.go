package cpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/must"
)

// moveRoundings is the number of roundings, of the velocities and of their changes, by which a kernel may
// differ from plain Go.
const moveRoundings = 16

// Every kernel integrates as plain Go does: planes, friction, gravity, drag and
// pins, whole slices and padded ones; outputs are poisoned before.
func TestIntegrateKernels(t *testing.T) {
	const lanes, slices = 5 * table.Width, 5
	random := rand.New(rand.NewPCG(1, 5))
	draw := func(n int, size float32) []float32 {
		out := kernels.AlignedFloats[float32](n)
		for i := range out {
			out[i] = size * (2*random.Float32() - 1)
		}
		return out
	}
	from := kernels.NewMotion[float32](lanes, kernels.Arrays, 0)
	copy(from.Arena, draw(len(from.Arena), 1))
	force := draw(slices*3*table.Width, 1)
	m := kernels.Masses[float32]{PerMass: draw(lanes, 0), Movable: make([]kernels.Movable, slices)}
	for i := range m.PerMass {
		m.PerMass[i] = 1 + random.Float32()
	}
	for i := range m.Movable {
		m.Movable[i] = kernels.Movable{0xffff, uint16(random.IntN(1 << 16)), uint16(random.IntN(1 << 16))} // the fourth is nothing
	}
	m.Movable[2] = kernels.Movable{}
	n := kernels.Numbers[float32]{DT: 0.01, Drag: 0.99, Gravity: [3]float32{1, -2, -9}, Fall: [3]float32{0.01, -0.02, -0.09}}

	for name, contacts := range map[string][]model.Contact{
		"free":       nil,
		"ground":     {model.Ground(0, 50, 0.5)},
		"two planes": {model.Ground(0.1, 50, 0.5).WithFriction(0.6, 0.5), {Shape: model.Plane{Normal: model.Vec3{0.6, 0, 0.8}}, Inside: true, Stiffness: 30, StaticFriction: 5, KineticFriction: 0.1}},
		"far":        {model.Ground(-100, 50, 0.5)},
	} {
		planes, ok := kernels.PlanesOf[float32](contacts)
		if !ok {
			t.Fatal("not planes")
		}
		for _, phases := range []int64{0, kernels.PhaseKick, kernels.PhaseDrift, kernels.PhaseKick | kernels.PhaseDrift} { // 0: symplectic Euler
			compareMoves(t, fmt.Sprintf("%s, phases %d", name, phases), phases, from, &kernels.Integration[float32]{Masses: m, Numbers: n, Solids: kernels.SolidsOf[float32](contacts), Planes: planes}, force)
		}
	}
}

// compareMoves compares kernels that integrate with plain Go.
func compareMoves(t *testing.T, name string, phases int64, from kernels.Motion[float32], g *kernels.Integration[float32], force []float32) {
	n, m := &g.Numbers, &g.Masses
	slices := len(m.Movable)
	lanes := slices * table.Width
	before := accelerations(from, m)
	move := func(k kernels.Kernel[float32]) (to, a kernels.Motion[float32], bad uint64) {
		to, a = kernels.NewMotion[float32](lanes, kernels.Arrays, 0), kernels.NewMotion[float32](lanes, 3, 0)
		for i := range to.Arena {
			to.Arena[i] = float32(math.NaN())
		}
		copy(a.Arena, before.Arena)
		g.Acceleration = a
		var call kernels.IntegrateCall[float32]
		call.Set(g, kernels.Motions[float32]{Position: from, Velocity: from}, kernels.Motions[float32]{Position: to, Velocity: to}, 0, slices, force)
		if phases == 0 {
			k.Integrate(&call)
		} else {
			call.Phases = phases
			k.Verlet(&call)
		}
		return to, a, call.Bad
	}
	want, wantA, _ := move(kernels.PlainGo[float32]())
	for _, k := range kernels.ForThisMachine[float32]() {
		got, gotA, bad := move(k)
		must.Be(t, bad, 0, "%s, %s: finite numbers are reported as bad", k.Name, name)
		for lane := range lanes {
			pressed := float64(1+50*m.PerMass[lane]) * 4 // size of the terms of the acceleration [m/s²]
			a, b := kernels.Widen(wantA.Get(kernels.ArrayX, lane)), kernels.Widen(gotA.Get(kernels.ArrayX, lane))
			if !(a.Sub(b).Len() <= moveRoundings/float64(1<<24)*pressed) {
				t.Errorf("%s, %s: lane %d: acceleration %v, plain Go has %v", k.Name, name, lane, b, a)
			}
			for _, which := range []int{kernels.ArrayX, kernels.ArrayVX} {
				a, b := want.Get(which, lane), got.Get(which, lane)
				pressed := 1 + 50*n.DT*m.PerMass[lane] // size of the terms of the velocity [m/s]
				for axis := range 3 {
					if m.Movable[lane/table.Width][axis]>>(lane%table.Width)&1 == 0 {
						before := from.Get(which, lane)[axis]
						if which == kernels.ArrayVX {
							before = 0
						}
						if math.Float32bits(b[axis]) != math.Float32bits(before) {
							t.Errorf("%s, %s: lane %d is pinned along %d and went from %g to %g", k.Name, name, lane, axis, before, b[axis])
						}
					} else if !(math.Abs(float64(a[axis]-b[axis])) <= moveRoundings/float64(1<<24)*float64(pressed)*4) {
						t.Errorf("%s, %s: lane %d, array %d: %v, plain Go has %v", k.Name, name, lane, which, b, a)
					}
				}
			}
		}
	}
}

// accelerations are any numbers, but 0 on pinned axes.
func accelerations(from kernels.Motion[float32], m *kernels.Masses[float32]) kernels.Motion[float32] {
	lanes := len(m.Movable) * table.Width
	out := kernels.NewMotion[float32](lanes, 3, 0)
	copy(out.Arena, from.Arena[3*from.Stride/2:])
	for lane := range lanes {
		a := out.Get(kernels.ArrayX, lane)
		for axis := range a {
			if m.Movable[lane/table.Width][axis]>>(lane%table.Width)&1 == 0 {
				a[axis] = 0
			}
		}
		out.Set(kernels.ArrayX, lane, a)
	}
	return out
}

// One position that is not a number is seen, wherever it is.
func TestIntegrateSeesWhatIsNotANumber(t *testing.T) {
	const slices = 3
	for _, k := range kernels.ForThisMachine[float32]() {
		for _, poison := range []float32{float32(math.NaN()), float32(math.Inf(1)), -math.MaxFloat32} {
			for lane := range slices * table.Width {
				from, to := kernels.NewMotion[float32](slices*table.Width, kernels.Arrays, 0), kernels.NewMotion[float32](slices*table.Width, kernels.Arrays, 0)
				m := kernels.Masses[float32]{PerMass: kernels.AlignedFloats[float32](slices * table.Width), Movable: []kernels.Movable{{0xffff, 0xffff, 0xffff}, {0xffff, 0xffff, 0xffff}, {0xffff, 0xffff, 0xffff}}}
				from.Set(kernels.ArrayVX, lane, [3]float32{0, poison, 0})
				n := kernels.Numbers[float32]{DT: 2, Drag: 1}
				var call kernels.IntegrateCall[float32]
				call.Set(&kernels.Integration[float32]{Masses: m, Numbers: n}, kernels.Motions[float32]{Position: from, Velocity: from}, kernels.Motions[float32]{Position: to, Velocity: to}, 0, slices, make([]float32, slices*3*table.Width))
				k.Integrate(&call)
				if call.Bad == 0 {
					t.Errorf("%s: %g in lane %d is not seen", k.Name, poison, lane)
				}
				call.Set(&kernels.Integration[float32]{Masses: m, Numbers: n, Acceleration: kernels.NewMotion[float32](slices*table.Width, 3, 0)}, kernels.Motions[float32]{Position: from, Velocity: from}, kernels.Motions[float32]{Position: to, Velocity: to}, 0, slices, make([]float32, slices*3*table.Width))
				k.Verlet(&call)
				if call.Bad == 0 && !(poison == -math.MaxFloat32) { // which is finite until it drifts
					t.Errorf("%s: %g in lane %d is not seen by velocity Verlet", k.Name, poison, lane)
				}
			}
		}
	}
}

// Every kernel does the stages of RK4 as plain Go does: planes, friction, gravity, drag and pins, and the
// records of the step; outputs are poisoned before. A kernel that does another stage is seen, and so are
// numbers that are not finite after the step.
func TestStageKernels(t *testing.T) {
	const slices = 5
	random := rand.New(rand.NewPCG(1, 6))
	draw := func(m kernels.Motion[float32]) kernels.Motion[float32] {
		for i := range m.Arena {
			m.Arena[i] = 2*random.Float32() - 1
		}
		return m
	}
	from, kept := draw(kernels.NewMotion[float32](slices*table.Width, kernels.Arrays, 0)), draw(kernels.NewMotion[float32](slices*table.Width, kernels.StageArrays, 0))
	force := draw(kernels.Motion[float32]{Arena: kernels.AlignedFloats[float32](slices * 3 * table.Width)}).Arena
	m := kernels.Masses[float32]{PerMass: kernels.AlignedFloats[float32](slices * table.Width), Movable: make([]kernels.Movable, slices)}
	for i := range m.PerMass {
		m.PerMass[i] = 1 + random.Float32()
	}
	for i := range m.Movable {
		m.Movable[i] = kernels.Movable{0xffff, uint16(random.IntN(1 << 16)), uint16(random.IntN(1 << 16))}
	}
	m.Movable[2] = kernels.Movable{}
	n := kernels.Numbers[float32]{DT: 0.01, Half: 0.005, Rate: 0.3, Reach: 0.0045, Gravity: [3]float32{1, -2, -9}}
	for name, contacts := range map[string][]model.Contact{
		"free": nil,
		"two planes": {model.Ground(0.1, 50, 0.5).WithFriction(0.6, 0.5),
			{Shape: model.Plane{Normal: model.Vec3{0.6, 0, 0.8}}, Inside: true, Stiffness: 30, StaticFriction: 5, KineticFriction: 0.1}},
	} {
		planes, _ := kernels.PlanesOf[float32](contacts)
		g := kernels.Integration[float32]{Masses: m, Numbers: n, Solids: kernels.SolidsOf[float32](contacts), Planes: planes}
		run := func(k kernels.Kernel[float32], stage int64, start kernels.Motion[float32]) (to, keeps kernels.Motion[float32], bad bool) {
			to, keeps = kernels.NewMotion[float32](slices*table.Width, kernels.Arrays, 0), kernels.NewMotion[float32](slices*table.Width, kernels.StageArrays, 0)
			for i := range to.Arena {
				to.Arena[i] = float32(math.NaN())
			}
			copy(keeps.Arena, kept.Arena)
			g.Stages = keeps
			var call kernels.IntegrateCall[float32]
			call.Set(&g, kernels.Motions[float32]{Position: start, Velocity: start}, kernels.Motions[float32]{Position: to, Velocity: to}, 0, slices, force)
			call.Stage = stage
			k.Stage(&call)
			return to, keeps, call.Bad != 0
		}
		for _, k := range kernels.ForThisMachine[float32]() {
			for stage := range int64(kernels.LastStage + 1) {
				for other := range int64(kernels.LastStage + 1) {
					want, wantKept, _ := run(kernels.PlainGo[float32](), stage, from)
					got, gotKept, bad := run(k, other, from)
					far := max(farthest(want, got, slices*table.Width, kernels.Arrays), farthest(wantKept, gotKept, slices*table.Width, kernels.StageArrays))
					if same := far <= stageRoundings/float64(1<<24); same != (stage == other) || bad {
						t.Errorf("%s, %s: stage %d for %d: %g apart, reported as bad: %v", k.Name, name, other, stage, far, bad)
					}
				}
			}
			poisoned := draw(kernels.NewMotion[float32](slices*table.Width, kernels.Arrays, 0))
			poisoned.Set(kernels.ArrayVX, 19, [3]float32{float32(math.Inf(1))})
			if _, _, bad := run(k, kernels.LastStage, poisoned); !bad {
				t.Errorf("%s, %s: an infinite velocity is not seen", k.Name, name)
			}
		}
	}
}

// stageRoundings is how many roundings of 1 a kernel may differ from plain Go by: accelerations
// are sums of some 200 m/s².
const stageRoundings = 1000

// farthest is the largest difference of two numbers of all lanes, infinite where one is NaN.
func farthest(a, b kernels.Motion[float32], lanes, arrays int) (far float64) {
	for which := 0; which < arrays; which += 3 {
		for lane := range lanes {
			x, y := a.Get(which, lane), b.Get(which, lane)
			for axis := range 3 {
				if d := math.Abs(float64(x[axis] - y[axis])); !(d <= far) {
					far = d
				}
				if math.IsNaN(far) {
					return math.Inf(1)
				}
			}
		}
	}
	return far
}
