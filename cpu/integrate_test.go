package cpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hooke/model"
)

// moveRoundings is how many roundings of the velocities and of what is added to
// them a kernel may differ from plain Go by.
const moveRoundings = 16

// Every kernel integrates as plain Go does: planes, friction, gravity, drag and
// pins, whole slices and padded ones; outputs are poisoned before.
func TestIntegrateKernels(t *testing.T) {
	const lanes, slices = 5 * width, 5
	random := rand.New(rand.NewPCG(1, 5))
	draw := func(n int, size float32) []float32 {
		out := alignedFloats(n)
		for i := range out {
			out[i] = size * (2*random.Float32() - 1)
		}
		return out
	}
	from := newMotion(lanes, arrays, 0)
	copy(from.arena, draw(len(from.arena), 1))
	force := draw(slices*3*width, 1)
	m := masses{draw(lanes, 0), make([]movable, slices)}
	for i := range m.perMass {
		m.perMass[i] = 1 + random.Float32()
	}
	for i := range m.movable {
		m.movable[i] = movable{0xffff, uint16(random.IntN(1 << 16)), uint16(random.IntN(1 << 16))} // the fourth is nothing
	}
	m.movable[2] = movable{}
	n := numbers{dt: 0.01, drag: 0.99, gravity: [3]float32{1, -2, -9}, fall: [3]float32{0.01, -0.02, -0.09}}

	for name, contacts := range map[string][]model.Contact{
		"free":       nil,
		"ground":     {model.Ground(0, 50, 0.5)},
		"two planes": {model.Ground(0.1, 50, 0.5).WithFriction(0.6, 0.5), {Shape: model.Plane{Normal: model.Vec3{0.6, 0, 0.8}}, Inside: true, Stiffness: 30, StaticFriction: 5, KineticFriction: 0.1}},
		"far":        {model.Ground(-100, 50, 0.5)},
	} {
		planes, ok := planesOf(contacts)
		if !ok {
			t.Fatal("not planes")
		}
		for _, phases := range []int64{0, phaseKick, phaseDrift, phaseKick | phaseDrift} { // 0: symplectic Euler
			compareMoves(t, fmt.Sprintf("%s, phases %d", name, phases), phases, from, &Engine{masses: m, numbers: n, solids: solidsOf(contacts), planes: planes}, force)
		}
	}
}

// compareMoves compares kernels that integrate with plain Go.
func compareMoves(t *testing.T, name string, phases int64, from motion, e *Engine, force []float32) {
	n, m := &e.numbers, &e.masses
	slices := len(m.movable)
	lanes := slices * width
	before := accelerations(from, m)
	move := func(k kernel) (to, a motion, bad uint64) {
		to, a = newMotion(lanes, arrays, 0), newMotion(lanes, 3, 0)
		for i := range to.arena {
			to.arena[i] = float32(math.NaN())
		}
		copy(a.arena, before.arena)
		e.acceleration = a
		var call integrateCall
		call.set(e, motions{from, from}, motions{to, to}, 0, slices, force)
		if phases == 0 {
			k.integrate(&call)
		} else {
			call.phases = phases
			k.verlet(&call)
		}
		return to, a, call.bad
	}
	want, wantA, _ := move(plainGo())
	for _, k := range kernels() {
		got, gotA, bad := move(k)
		if bad != 0 {
			t.Errorf("%s, %s: finite numbers are reported as bad", k.name, name)
		}
		for lane := range lanes {
			pressed := float64(1+50*m.perMass[lane]) * 4 // what the acceleration is a sum of [m/s²]
			a, b := widen(wantA.get(arrayX, lane)), widen(gotA.get(arrayX, lane))
			if !(a.Sub(b).Len() <= moveRoundings/float64(1<<24)*pressed) {
				t.Errorf("%s, %s: lane %d: acceleration %v, plain Go has %v", k.name, name, lane, b, a)
			}
			for _, which := range []int{arrayX, arrayVX} {
				a, b := want.get(which, lane), got.get(which, lane)
				pressed := 1 + 50*n.dt*m.perMass[lane] // what the velocity is a sum of [m/s]
				for axis := range 3 {
					if m.movable[lane/width][axis]>>(lane%width)&1 == 0 {
						before := from.get(which, lane)[axis]
						if which == arrayVX {
							before = 0
						}
						if math.Float32bits(b[axis]) != math.Float32bits(before) {
							t.Errorf("%s, %s: lane %d is pinned along %d and went from %g to %g", k.name, name, lane, axis, before, b[axis])
						}
					} else if !(math.Abs(float64(a[axis]-b[axis])) <= moveRoundings/float64(1<<24)*float64(pressed)*4) {
						t.Errorf("%s, %s: lane %d, array %d: %v, plain Go has %v", k.name, name, lane, which, b, a)
					}
				}
			}
		}
	}
}

// accelerations are any numbers, but 0 on pinned axes.
func accelerations(from motion, m *masses) motion {
	lanes := len(m.movable) * width
	out := newMotion(lanes, 3, 0)
	copy(out.arena, from.arena[3*from.stride/2:])
	for lane := range lanes {
		a := out.get(arrayX, lane)
		for axis := range a {
			if m.movable[lane/width][axis]>>(lane%width)&1 == 0 {
				a[axis] = 0
			}
		}
		out.set(arrayX, lane, a)
	}
	return out
}

// One position that is not a number is seen, wherever it is.
func TestIntegrateSeesWhatIsNotANumber(t *testing.T) {
	const slices = 3
	for _, k := range kernels() {
		for _, poison := range []float32{float32(math.NaN()), float32(math.Inf(1)), -math.MaxFloat32} {
			for lane := range slices * width {
				from, to := newMotion(slices*width, arrays, 0), newMotion(slices*width, arrays, 0)
				m := masses{alignedFloats(slices * width), []movable{{0xffff, 0xffff, 0xffff}, {0xffff, 0xffff, 0xffff}, {0xffff, 0xffff, 0xffff}}}
				from.set(arrayVX, lane, [3]float32{0, poison, 0})
				n := numbers{dt: 2, drag: 1}
				var call integrateCall
				call.set(&Engine{masses: m, numbers: n}, motions{from, from}, motions{to, to}, 0, slices, make([]float32, slices*3*width))
				k.integrate(&call)
				if call.bad == 0 {
					t.Errorf("%s: %g in lane %d is not seen", k.name, poison, lane)
				}
				call.set(&Engine{masses: m, numbers: n, acceleration: newMotion(slices*width, 3, 0)}, motions{from, from}, motions{to, to}, 0, slices, make([]float32, slices*3*width))
				k.verlet(&call)
				if call.bad == 0 && !(poison == -math.MaxFloat32) { // which is finite until it drifts
					t.Errorf("%s: %g in lane %d is not seen by velocity Verlet", k.name, poison, lane)
				}
			}
		}
	}
}
