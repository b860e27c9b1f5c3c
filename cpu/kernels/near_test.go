package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpu/table"
	"hooke/model"
)

// besides are contacts that have an end, and planes.
func besides(r *rand.Rand) []model.Contact {
	c := someContacts(r)
	c = append(c[:5], c[6], model.Contact{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}, Offset: -0.2}, Stiffness: 500, Damping: 20})
	r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
	return c
}

// scattered are what integration needs of n slices: masses that are free, pinned along some axes, or pinned along all.
func scattered[T table.Real](r *rand.Rand, n int, contacts []model.Contact) (*Integration[T], []T) {
	p := model.Params{DT: 1e-3, Gravity: model.Vec3{1, -2, -9.81}, Contacts: contacts}
	if r.IntN(2) == 0 {
		p.Gravity, p.DragHalfLife = model.Vec3{}, 0.1
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

// Slices beside contacts have the bits of IntegrateGo, the packed copy included, on every kernel. The fused kernel
// has not: the bits tell them apart.
//
// Seen to fail: with a product that is not rounded in each of the sums; without the masks of pushes, of friction and of
// pins; with planes in another order; with a box that is not among the boxes.
func TestBesideHasTheBitsOfGo(t *testing.T) {
	hasBits[float32](t)
	hasBits[float64](t)
}

func hasBits[T table.Real](t *testing.T) {
	t.Helper()
	const n = 12
	for _, k := range ForThisMachine[T]() {
		if k.Unfused == nil {
			continue
		}
		r := rand.New(rand.NewPCG(5, 6))
		other, far, pressed, bads := 0, 0, 0, 0
		for round := range 400 {
			contacts := besides(r)
			if round%2 == 0 { // planes alone
				contacts = slices.DeleteFunc(contacts, func(c model.Contact) bool { _, plane := c.Shape.(model.Plane); return !plane })
			}
			g, force := scattered[T](r, n, contacts)
			from := still[T](r, g.Masses.Movable, round%8 > 5)
			run := func(step func(*IntegrateCall[T])) (Motion[T], *IntegrateCall[T]) {
				to := NewMotion[T](n*table.Width, Arrays, 0)
				if k.packed {
					to.AddPacked(n*table.Width, []int{PackedPosition, packedBoth}[round/2%2], 0)
				}
				c := new(IntegrateCall[T])
				c.Set(g, from, Motions[T]{to, to}, 0, n, force)
				step(c)
				return to, c
			}
			want, wanted := run(IntegrateGo[T])
			got, had := run(k.Beside(g))
			if (had.Bad != 0) != (wanted.Bad != 0) {
				t.Fatalf("%s, round %d: bad is %x, want %x", k.Name, round, had.Bad, wanted.Bad)
			}
			if wanted.Bad != 0 {
				bads++
			}
			if i := differ(got.Arena, want.Arena); i >= 0 {
				t.Fatalf("%s, round %d: number %d is %v, want %v", k.Name, round, i, got.Arena[i], want.Arena[i])
			}
			for lane := PackedPosition - 1; lane < len(want.Packed); lane += PackedPosition { // nobody reads it
				got.Packed[lane] = want.Packed[lane]
			}
			if i := differ(got.Packed, want.Packed); i >= 0 {
				t.Fatalf("%s, round %d: packed number %d is %v, want %v", k.Name, round, i, got.Packed[i], want.Packed[i])
			}
			for slice := range n {
				far += int(1 - had.beside.near[slice])
				if wanted.findNear(slice); wanted.findTouches(slice) != 0 && had.beside.near[slice] == 0 {
					pressed++
				}
			}
			if fused, _ := run(k.Integrate); round%2 == 0 && differ(fused.Arena, want.Arena) >= 0 {
				other++
			}
		}
		if other < 100 || far < 2000 || far > 400*n-500 || pressed < 500 || bads < 20 {
			t.Errorf("%s: %d times fused code has other bits, %d slices are far, %d of them pressed, %d runs are bad", k.Name, other, far, pressed, bads)
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
//
// Seen to fail: with the comparison of one axis turned around; with half of the lanes alone.
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
