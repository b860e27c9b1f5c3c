package kernels

import (
	"math/rand/v2"
	"testing"

	"hooke/cpu/table"
	"hooke/physics"
)

// Masses are caught alike, whether slices that are far are passed over or not.
func TestCatchingPassesOverFarSlices(t *testing.T) {
	const n = 12
	r := rand.New(rand.NewPCG(7, 8))
	caught, passed := 0, 0
	for range 100 {
		contacts := someContacts(r)
		before, now := clouds[float32](r, n, 0.002), NewMotion[float32](n*table.Width, Arrays, 0)
		reach, ways := float32(0.5*r.Float64()), make([][3]float32, n) // masses of a slice go about the same way
		for i := range ways {
			ways[i] = [3]float32{2*r.Float32() - 1, 2*r.Float32() - 1, 2*r.Float32() - 1}
		}
		for lane := range n * table.Width {
			x := before.Position.Get(ArrayX, lane)
			for axis := range 3 {
				x[axis] += reach * (ways[lane/table.Width][axis] + 0.1*r.Float32())
			}
			now.Set(ArrayX, lane, x)
			now.Set(ArrayVX, lane, before.Velocity.Get(ArrayVX, lane))
		}
		g := Integration[float32]{Solids: SolidsOf[float32](contacts), Masses: Masses[float32]{PerMass: AlignedFloats[float32](n * table.Width), Movable: make([]Movable, n)}}
		for i := range g.Masses.PerMass {
			g.Masses.PerMass[i] = 1
		}
		for i := range g.Masses.Movable {
			g.Masses.Movable[i] = Movable{1<<16 - 1, 1<<16 - 1, 1<<16 - 1}
		}
		run := func(notes bool) (out Motion[float32], all []Caught) {
			out = now
			out.Arena = append([]float32(nil), now.Arena...)
			c := Catching[float32]{Began: contacts, Ended: contacts, Before: before.Position}
			c.Use(&g, contacts, notes)
			if notes {
				call := IntegrateCall[float32]{solids: g.Solids, from: before, boxes: g.boxes}
				for slice := range n {
					call.findNear(slice)
					if c.missAll(slice, float64(reach)) {
						passed++
					}
				}
			}
			var measure MovedCall[float32]
			for lane := range n * table.Width {
				from, to := before.Position.Get(ArrayX, lane), now.Get(ArrayX, lane)
				contact, crossing, entry := c.first(from, to)
				if k, at, x := physics.FirstCrossing(contacts, contacts, Widen(from), Widen(to)); k != contact || at != crossing || x != entry {
					t.Fatalf("a path crosses contact %d %+v at %v, want %d %+v at %v", contact, crossing, entry, k, at, x)
				}
			}
			CatchGo(&g, &c, Motions[float32]{out, out}, 0, n, MovedGo[float32], &measure, func(one Caught) { all = append(all, one) })
			return out, all
		}
		want, wanted := run(false)
		got, all := run(true)
		if len(all) != len(wanted) {
			t.Fatalf("%d masses are caught, want %d", len(all), len(wanted))
		}
		for i := range want.Arena {
			if got.Arena[i] != want.Arena[i] {
				t.Fatalf("number %d is %g, want %g", i, got.Arena[i], want.Arena[i])
			}
		}
		caught += len(all)
	}
	if caught < 50 || passed < 100 {
		t.Errorf("%d masses are caught, %d slices passed over", caught, passed)
	}
}
