package impulses

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpu/kernels"
	"hooke/model"
	"hooke/model/modeltest"
)

// shuffled is a cloth whose masses are numbered at random, so that no arithmetic gives its colors.
func shuffled() *model.Model {
	m := modeltest.Cloth(37)
	r := rand.New(rand.NewPCG(8, 9))
	number, place, mass := r.Perm(m.MassCount()), slices.Clone(m.RestPosition), slices.Clone(m.Mass)
	for i, k := range number {
		m.RestPosition[k], m.Mass[k] = place[i], mass[i]
	}
	for k, e := range m.Ends {
		m.Ends[k] = model.Ends{uint32(number[e[0]]), uint32(number[e[1]])}
	}
	return m
}

// Substeps of springs with a table of their ends are those of plain Go, bit for bit: with several
// sweeps, a warm start, contacts between sweeps, and springs of no stiffness or no length.
//
// Seen to fail: a place without a spring that is stored after the last spring; a fused
// multiplication; a spring without a length that acts; impulses of before that count at first
// (kept); 1/m and vz exchanged (pack); velocities that are not copied back (unpack, packAround);
// springs of no stiffness that keep a warm start (tableWarm).
func TestTablesHaveTheBitsOfGo(t *testing.T) {
	p := model.Params{DT: 1. / 240, Substeps: 2, Gravity: model.EarthGravity(), DragHalfLife: 0.1, Iterations: 2, Integrator: model.Impulses}
	warm, forward, ground := p, p, p
	warm.Warm, forward.Forward = 0.4, true
	ground.Contacts = []model.Contact{model.Ground(0.3, 3000, 2).WithFriction(0.5, 0.4)}
	for name, p := range map[string]model.Params{"there and back": p, "warm": warm, "forward": forward, "on the ground": ground} {
		for _, mixed := range []bool{false, true} {
			var got [2][]uint32
			for which := range got {
				m := shuffled()
				s, on := stirredOf(t, m, mixed)
				if s.springs.fast.table == nil {
					t.Skip("this machine has no AVX-512")
				}
				if which == 1 {
					s.springs.fast = fast[float32]{}
				}
				for lane := range on.From.Velocity.Stride / 9 {
					on.From.Velocity.Set(kernels.ArrayVX, lane, [3]float32{}) // at rest, some of them
				}
				a, b := s.given.Order.LaneOf[m.Ends[7][0]], s.given.Order.LaneOf[m.Ends[7][1]]
				on.From.Position.Set(kernels.ArrayX, int(a), on.From.Position.Get(kernels.ArrayX, int(b)))
				s.Use(p)
				if packs := s.packed != nil; packs != (which == 0) {
					t.Fatalf("%s: solver %d has a packed copy: %v", name, which, packs)
				}
				for at := 5; mixed && at < len(s.springs.answer); at += 50 {
					s.springs.answer[at], s.springs.push[at] = 0, 0
				}
				on.Contacts = p.Contacts
				s.Begin(on)
				for blocks := s.Next(); blocks > 0; blocks = s.Next() {
					for block := blocks - 1; block >= 0; block-- {
						if s.Do(block) {
							t.Error("something is no finite number")
						}
					}
				}
				got[which] = numbersOf(s, on)
			}
			if !slices.Equal(got[0], got[1]) {
				t.Errorf("%s, mixed %v: kernels have other bits than plain Go", name, mixed)
			}
		}
	}
}
