package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/must"
)

// Every kernel sums the dissipation of dampers and of friction of pairs by the formulas.
func TestDissipationKernels(t *testing.T) {
	const tolerance = 1e-6
	c := newPairCase(true)
	random := rand.New(rand.NewPCG(8, 1))
	lanes := caseSlices * table.Width
	later, gained := kernels.NewMotion[float32](lanes, kernels.Arrays, 1), kernels.NewMotion[float32](lanes, 3, 0)
	masses := kernels.Masses[float32]{PerMass: make([]float32, lanes)}
	draw := func() [3]float32 {
		return [3]float32{random.Float32() - 0.5, random.Float32() - 0.5, random.Float32() - 0.5}
	}
	for lane := range lanes {
		later.Set(kernels.ArrayVX, lane, draw())
		gained.Set(kernels.ArrayX, lane, draw())
		masses.PerMass[lane] = []float32{0, 3, 0.5}[random.IntN(3)]
	}
	c.press(kernels.PlainGo[float32]()) // says which lanes pairs push
	to := kernels.Motions[float32]{Position: later, Velocity: later}
	damping, frictionWork, size, largest := 0.0, 0.0, 0.0, 0.0
	for _, s := range c.pairs.Slices {
		for lane := range table.Width {
			at := int(s.Slice)*table.Width + lane
			of := func(m kernels.Motion[float32], which, lane int) model.Vec3 { return kernels.Widen(m.Get(which, lane)) }
			u, w := of(c.state.Velocity, kernels.ArrayVX, at), of(later, kernels.ArrayVX, at)
			for column := s.First; column < s.First+s.Count; column++ {
				other, law := int(c.pairs.Others[column][lane]), &c.pairs.Laws[c.pairs.Columns[column].Law]
				d := of(c.state.Position, kernels.ArrayX, at).Sub(of(c.state.Position, kernels.ArrayX, other))
				depth := float64(law.Reach[lane]) - d.Len()
				if d.Len() == 0 || depth <= 0 {
					continue
				}
				n := d.Mul(1 / d.Len())
				seen, after := u.Sub(of(c.state.Velocity, kernels.ArrayVX, other)).Dot(n), w.Sub(of(later, kernels.ArrayVX, other)).Dot(n)
				taken := min(float64(law.Stiffness[lane])*depth, float64(law.Damping[lane])*seen)
				damping += taken * (seen + after) / 4
				size += math.Abs(taken) * (math.Abs(seen) + math.Abs(after))
			}
			if perMass := float64(masses.PerMass[at]); perMass > 0 && s.Pushed>>lane&1 != 0 {
				frictionWork += of(gained, kernels.ArrayX, at).Dot(u.Add(w)) / perMass / 2
				largest += 1 / perMass
			}
		}
	}
	if damping == 0 || frictionWork == 0 {
		t.Fatal("nothing is lost")
	}
	for _, k := range kernels.ForThisMachine[float32]() {
		for _, hasFriction := range []bool{false, true} {
			var call kernels.DissipationCall[float32]
			var gone kernels.Motion[float32]
			if hasFriction {
				gone = gained
			}
			gotDamping, gotFriction := 0.0, 0.0
			for _, part := range [][2]int{{0, 1}, {1, len(c.pairs.Slices) - 1}} {
				call.Set(c.state, to, &c.pairs, part[0], part[1], gone, &masses)
				k.Dissipation(&call)
				gotDamping, gotFriction = gotDamping+call.Damping(), gotFriction+call.FrictionWork()
			}
			want := 0.0
			if hasFriction {
				want = frictionWork
			}
			if !(math.Abs(gotDamping-damping) <= tolerance*size) || !(math.Abs(gotFriction-want) <= tolerance*largest) {
				t.Errorf("%s, friction %v: dampers take %.9g W and friction gives %.9g J, want %.9g and %.9g", k.Name, hasFriction, gotDamping, gotFriction, damping, want)
			}
		}
	}
}

// Powers of masses that collide, with friction and without, beside contacts, pins, loads and
// muscles, are those of the reference.
func TestPowersOfPairsMatchReference(t *testing.T) {
	for passes := range 3 {
		for seed := range uint64(3) {
			m, p, s := cputest.Cloud(400, seed, passes)
			s.RoundToFloat32()
			m.ActuatorOf = actuatedBy(m, 1).ActuatorOf
			p.Actuators = []model.Actuator{{Amplitude: 0.2, Frequency: 30}}
			p.Forces = []model.Force{{Force: model.Vec3{0.1, 0, 0.02}}}
			p.Ledger = true
			e := must.Get(makeEngine[float32](m, p, Options{Threads: 2}))(t)
			if !e.accounts() {
				t.Error("no task for powers")
			}
			e.Close()
			got, want := ledgers(t, accounted{m, p, s}, 10, 2)
			if most, number := ledgersApart(got, want); !(most < 1e-5) {
				t.Errorf("%d passes of friction, %d: number %d is %.2g of what is exchanged apart: %+v, want %+v", passes, seed, number, most, got, want)
			}
			if passes > 0 && !(want.Friction > 1e-3*want.Exchanged()) || !(want.ContactDamping > 1e-3*want.Exchanged()) {
				t.Errorf("%+v: it proves nothing", want)
			}
		}
	}
}
