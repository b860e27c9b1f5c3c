package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// Every kernel does the stages of RK4 as plain Go does: planes, friction, gravity, drag and
// pins, and what the step keeps; outputs are poisoned before. A kernel that does another
// stage is seen, and so are numbers that are not finite after the step.
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
