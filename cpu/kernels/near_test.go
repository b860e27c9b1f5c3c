package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpu/table"
	"hooke/model"
)

// bounded are contacts that have an end, and planes.
func bounded(r *rand.Rand) []model.Contact {
	c := someContacts(r)
	c = append(c[:5], c[6], model.Contact{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}, Offset: -0.2}, Stiffness: 500, Damping: 20})
	r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
	return c
}

// scattered returns the inputs of integration for n slices: masses that are free, pinned along some axes, or pinned
// along all.
func scattered[T table.Real](r *rand.Rand, n int, contacts []model.Contact) (*Integration[T], []T) {
	p := model.Params{DT: 1e-3, Gravity: model.Vec3{1, -2, -9.81}, Contacts: contacts}
	if r.IntN(2) == 0 {
		p.Gravity, p.DragHalfLife = model.Vec3{}, 0.1
	}
	if r.IntN(3) == 0 { // steps that lead into other contacts than those where they begin
		p.DT = 0.03
	}
	g := &Integration[T]{Numbers: NumbersOf[T](p), Solids: SolidsOf[T](contacts),
		Masses: Masses[T]{PerMass: AlignedFloats[T](n * table.Width), Movable: make([]Movable, n)}}
	for i := range g.Masses.PerMass {
		g.Masses.PerMass[i] = T(1 + r.Float32())
	}
	for i := range g.Masses.Movable {
		g.Masses.Movable[i] = [3]Movable{{1<<16 - 1, 1<<16 - 1, 1<<16 - 1}, {uint16(r.Uint32()), uint16(r.Uint32()), uint16(r.Uint32())}, {}}[r.IntN(3)]
	}
	force := AlignedFloats[T](n * 3 * table.Width)
	for i := range force {
		if force[i] = T(100 * r.NormFloat64()); r.IntN(8) == 0 {
			force[i] = T(math.Copysign(0, r.NormFloat64()))
		}
	}
	return g, force
}

// still are clouds of which some masses stand still, or slide a little; one is not finite along an axis on which it
// may move where bad says so.
func still[T table.Real](r *rand.Rand, movable []Movable, bad bool) Motions[T] {
	n := len(movable)
	from := clouds[T](r, n, 0.02)
	for lane := range n * table.Width {
		switch r.IntN(6) {
		case 0:
			from.Velocity.Set(ArrayVX, lane, [3]T{T(math.Copysign(0, -1)), 0, 0})
		case 1:
			from.Velocity.Set(ArrayVX, lane, [3]T{T(1e-4 * r.NormFloat64()), 0, T(1e-4 * r.NormFloat64())})
		}
	}
	for bad {
		which, axis, slice, lane := [...]int{ArrayX, ArrayVX}[r.IntN(2)], r.IntN(3), r.IntN(n), r.IntN(table.Width)
		if movable[slice][axis]>>lane&1 != 0 {
			from.Position.row(which+axis, slice)[lane], bad = T([]float64{math.NaN(), math.Inf(1), math.Inf(-1)}[r.IntN(3)]), false
		}
	}
	return from
}

// Slices beside contacts have the bits of plain Go, the packed copy included, for each integrator and on every kernel. The
// kernel without the request does not: the bits tell them apart.
//
// Seen to fail: with planes in another order; with a box that is not among the boxes; without the mark that a
// call is bad; where the last stage of RK4 looks for boxes at its start alone.
func TestBesideHasTheBitsOfGo(t *testing.T) {
	for by, name := range []string{BesideEuler: "symplectic Euler", BesideVerlet: "velocity Verlet", BesideStage: "RK4"} {
		hasBits[float32](t, name, by)
		hasBits[float64](t, name, by)
	}
}

// stepOf are the arguments of a step beside contacts.
type stepOf[T table.Real] struct {
	g             *Integration[T]
	from          Motions[T]
	force         []T
	packed        int
	phases, stage int64
}

// run takes a step from copies of its arguments, and returns all that it has written.
func (s *stepOf[T]) run(step func(*IntegrateCall[T])) (wrote [][]T, c *IntegrateCall[T]) {
	lanes := len(s.g.Masses.PerMass)
	to := NewMotion[T](lanes, Arrays, 0)
	if s.packed > 0 {
		to.AddPacked(lanes, s.packed, 0)
	}
	acceleration, stages := s.g.Acceleration, s.g.Stages
	s.g.Acceleration.Arena, s.g.Stages.Arena = slices.Clone(acceleration.Arena), slices.Clone(stages.Arena)
	c = new(IntegrateCall[T])
	c.Set(s.g, s.from, Motions[T]{to, to}, 0, lanes/table.Width, s.force)
	c.Phases, c.Stage = s.phases, s.stage
	step(c)
	for lane := PackedPosition - 1; lane < len(to.Packed); lane += PackedPosition { // it is unused
		to.Packed[lane] = 0
	}
	wrote = [][]T{to.Arena, to.Packed, s.g.Acceleration.Arena, s.g.Stages.Arena}
	s.g.Acceleration, s.g.Stages = acceleration, stages
	return wrote, c
}

func hasBits[T table.Real](t *testing.T, name string, by int) {
	t.Helper()
	const n = 12
	plain := []func(*IntegrateCall[T]){IntegrateGo[T], VerletGo[T], StageGo[T]}[by]
	for _, k := range ForThisMachine[T]() {
		if k.Unfused[by] == nil {
			continue
		}
		r := rand.New(rand.NewPCG(5, 6))
		other, far, pressed, bads := 0, 0, 0, 0
		for round := range 400 {
			contacts := bounded(r)
			if round%2 == 0 { // planes alone
				contacts = slices.DeleteFunc(contacts, func(c model.Contact) bool { _, plane := c.Shape.(model.Plane); return !plane })
			}
			s := &stepOf[T]{phases: 1 + int64(round/4%3), stage: int64(round / 4 % 4)}
			if k.packed {
				s.packed = []int{PackedPosition, packedBoth}[round/2%2]
			}
			s.g, s.force = scattered[T](r, n, contacts)
			s.from = still[T](r, s.g.Masses.Movable, round%8 > 5)
			lanes := n * table.Width
			switch by {
			case BesideVerlet:
				s.g.Acceleration = NewMotion[T](lanes, 3, 0)
				for i := range s.g.Acceleration.Arena {
					s.g.Acceleration.Arena[i] = T(10 * r.NormFloat64())
				}
			case BesideStage:
				s.g.Stages = NewMotion[T](lanes, StageArrays, 0)
				for i := range s.g.Stages.Arena {
					s.g.Stages.Arena[i] = T(10 * r.NormFloat64())
				}
				for lane := range lanes {
					s.g.Stages.Set(stageX, lane, s.from.Position.Get(ArrayX, lane))
				}
			}
			want, wanted := s.run(plain)
			got, had := s.run(k.Beside(s.g, by))
			if (had.Bad != 0) != (wanted.Bad != 0) {
				t.Fatalf("%s, %s, round %d: bad is %x, want %x", name, k.Name, round, had.Bad, wanted.Bad)
			}
			if wanted.Bad != 0 {
				bads++
			}
			for array := range want {
				if i := differ(got[array], want[array]); i >= 0 {
					t.Fatalf("%s, %s, round %d: number %d of array %d is %v, want %v", name, k.Name, round, i, array, got[array][i], want[array][i])
				}
			}
			for slice, near := range had.beside.near {
				far += int(1 - near)
				if wanted.findNear(slice); wanted.findTouches(slice) != 0 && near == 0 {
					pressed++
				}
			}
			fused, _ := s.run([]func(*IntegrateCall[T]){k.Integrate, k.Verlet, k.Stage}[by])
			if round%2 == 0 && differ(fused[0], want[0]) >= 0 {
				other++
			}
		}
		if other < 100 || far < 2000 || far > 400*n-500 || pressed < 500 || bads < 10 {
			t.Errorf("%s, %s: %d times fused code has other bits, %d slices are far, %d of them pressed, %d runs are bad", name, k.Name, other, far, pressed, bads)
		}
	}
}

// differ returns where numbers have other bits, or −1. Any two that are not numbers are the same.
func differ[T table.Real](a, b []T) int {
	for i := range a {
		if math.Float64bits(float64(a[i])) != math.Float64bits(float64(b[i])) && (a[i] == a[i] || b[i] == b[i]) {
			return i
		}
	}
	return -1
}

// A kernel finds a slice far exactly where its masses are all beyond one side of each box. No slice is far from a
// box without an end.
func TestNearKernels(t *testing.T) {
	findsNear[float32](t)
	findsNear[float64](t)
}

func findsNear[T table.Real](t *testing.T) {
	t.Helper()
	const n = 11
	for _, k := range ForThisMachine[T]() {
		r := rand.New(rand.NewPCG(3, 1))
		count := [2]int{}
		for round := range 300 {
			m := clouds[T](r, n, 0.1).Position
			var c NearCall[T]
			c.find(k.Near, m, 0, n) // without boxes, and with others than later
			for range 1 + r.IntN(3) {
				var b box[float64]
				for axis := range 3 {
					at := r.NormFloat64()
					b.low[axis], b.high[axis] = at-r.Float64(), at+r.Float64()
				}
				if r.IntN(30) == 0 {
					b = extentOf(nil, true)
				}
				c.add(&b)
			}
			first := r.IntN(3)
			for i, is := range c.find(k.Near, m, first, n-first) {
				want := uint8(0)
				for _, b := range c.boxes {
					if !beyond(&b, m, first+i) {
						want = 1
					}
				}
				if is != want {
					t.Fatalf("%s, round %d, slice %d: %d, want %d", k.Name, round, first+i, is, want)
				}
				count[is]++
			}
		}
		if min(count[0], count[1]) < 300 {
			t.Errorf("%s: %d slices are far, %d near", k.Name, count[0], count[1])
		}
	}
}

// beyond says whether all masses of a slice are beyond the same side of a box.
func beyond[T table.Real](b *box[T], m Motion[T], slice int) bool {
	for axis := range 3 {
		under, over := 0, 0
		for _, x := range m.row(ArrayX+axis, slice) {
			if x < b.low[axis] {
				under++
			}
			if x > b.high[axis] {
				over++
			}
		}
		if max(under, over) == table.Width {
			return true
		}
	}
	return false
}

// Kernels for float64 measure how far masses have moved with the bits of plain Go.
//
// Seen to fail: with slices that are 64 bytes long.
func TestMovedHasTheBitsOfGo(t *testing.T) {
	const n = 7
	r := rand.New(rand.NewPCG(2, 9))
	for _, k := range ForThisMachine[float64]() {
		for range 100 {
			from, to := clouds[float64](r, n, 1).Position, clouds[float64](r, n, 1).Position
			first, shift := r.IntN(n), [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			var got, want MovedCall[float64]
			got.Set(from, to, first, n-first, shift)
			want.Set(from, to, first, n-first, shift)
			k.Moved(&got)
			MovedGo(&want)
			if got.Most() != want.Most() || want.Most() == 0 {
				t.Fatalf("%s: %g, want %g", k.Name, got.Most(), want.Most())
			}
		}
	}
}
