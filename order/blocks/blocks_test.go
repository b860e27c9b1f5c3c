package blocks

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/order"
)

// cloth is a sheet of masses with springs to neighbors, across, and to the masses behind those.
func cloth(width, height int) *model.Model {
	m := &model.Model{Materials: []model.Material{{}, {Stiffness: 1}}}
	for i := range width * height {
		m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{float64(i % width), float64(i / width), 0}), append(m.Mass, 1)
	}
	for i := range width * height {
		x, y := i%width, i/width
		for k, o := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {2, 0}, {0, 2}} {
			if u, v := x+o[0], y+o[1]; u >= 0 && u < width && v < height {
				e := model.Ends{uint32(i), uint32(u + v*width)}
				if k%2 == 1 {
					e[0], e[1] = e[1], e[0]
				}
				m.AddSpring(e, 1, 1)
			}
		}
	}
	return m
}

// tangle is masses at random places, each with springs to some of those that are near in number.
func tangle(masses int) *model.Model {
	m, r := &model.Model{Materials: []model.Material{{}, {Stiffness: 1}}}, rand.New(rand.NewPCG(3, 4))
	for i := range masses {
		m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{float64(i), r.Float64(), r.Float64()}), append(m.Mass, 1)
		for range r.IntN(4) {
			if k := i - 1 - r.IntN(9); k >= 0 {
				m.AddSpring(model.Ends{uint32(i), uint32(k)}, 1, 1)
			}
		}
	}
	return m
}

// state holds the result of visits, as numbers that show any other order of visits.
type state struct{ mass, spring []uint64 }

func begin(m *model.Model) state {
	s := state{make([]uint64, m.MassCount()), make([]uint64, m.SpringCount())}
	for i := range s.mass {
		s.mass[i] = uint64(i) * 0x9e3779b97f4a7c15
	}
	return s
}

func (s state) clone() state { return state{slices.Clone(s.mass), slices.Clone(s.spring)} }

// visited returns the ends of a spring and its impulse after a visit.
func visited(place uint32, a, b, pushed uint64) (uint64, uint64, uint64) {
	x := (a ^ b<<1 ^ pushed ^ uint64(place)) * 0xbf58476d1ce4e5b9
	return a + x ^ x>>31, b - x ^ x>>29, pushed*3 + x
}

// byColors sweeps there and back, color by color.
func byColors(m *model.Model, c *order.SpringColors, s state) {
	visit := func(color int) {
		for place := c.First[color]; place < c.First[color+1]; place++ {
			e, _, _ := m.Spring(int(c.Order[place]))
			s.mass[e[0]], s.mass[e[1]], s.spring[place] = visited(uint32(place), s.mass[e[0]], s.mass[e[1]], s.spring[place])
		}
	}
	for color := range c.Structural() {
		visit(color)
	}
	for color := c.Structural() - 2; color >= 0; color-- {
		visit(color)
	}
}

// byBlocks does the same by a plan. Blocks read the results of the last phase, and write to their own masses and
// springs elsewhere.
func byBlocks(p *Plan, s state) state {
	for _, phase := range p.Phases {
		next := s.clone()
		for _, one := range phase.Blocks {
			var held []uint64
			for _, i := range one.Masses {
				held = append(held, s.mass[i])
			}
			for _, visits := range one.Visits {
				for _, v := range visits {
					var pushed uint64
					held[v.Ends[0]], held[v.Ends[1]], pushed = visited(v.Place, held[v.Ends[0]], held[v.Ends[1]], s.spring[v.Place])
					if v.Owns {
						next.spring[v.Place] = pushed
					}
				}
			}
			for k, i := range one.Masses[:one.Own] {
				next.mass[i] = held[k]
			}
		}
		s = next
	}
	return s
}

var devices = []Device{{Masses: 1024, Groups: 1, Dispatch: 500}, {Masses: 100_000, Groups: 16, Dispatch: 1_000_000}, {Masses: 600, Groups: 128, Dispatch: 100_000}}

// A sweep by blocks has the same result at each mass and spring as one color by color, in several phases and
// in two. A plan without the springs that rims reach last does not, nor one with two visits exchanged.
//
// Seen to fail: a spring that comes twice, from both ends; the ends of a visit in the other order.
func TestBlocksSweepAsColors(t *testing.T) {
	forms := map[int]bool{}
	for name, m := range map[string]*model.Model{"cloth": cloth(41, 33), "tangle": tangle(3000)} {
		c := order.ColorSprings(m)
		want := begin(m)
		byColors(m, &c, want)
		for _, d := range devices {
			p := must.Get(Of(m, &c, d))(t)
			forms[len(p.Phases)] = true
			got := byBlocks(p, begin(m))
			must.Hold(t, slices.Equal(got.mass, want.mass) && slices.Equal(got.spring, want.spring), "%s, %+v: another result", name, d)
			t.Logf("%s, %+v: %d phases of %d blocks of at most %d masses, %d visits to %d springs", name, d, len(p.Phases), len(p.Phases[0].Blocks), p.Most, p.Visits, m.SpringCount())
			if len(p.Phases[0].Blocks) == 1 {
				continue
			}
			one := &p.Phases[0].Blocks[len(p.Phases[0].Blocks)/2]
			for k, v := range one.Visits[0] {
				if !v.Owns { // a rim that is too narrow
					one.Visits[0] = slices.Delete(slices.Clone(one.Visits[0]), k, k+1)
					break
				}
			}
			must.Hold(t, !slices.Equal(byBlocks(p, begin(m)).mass, want.mass), "%s, %+v: a visit is left out and nobody sees it", name, d)
		}
	}
	must.Hold(t, len(forms) >= 2, "all plans have as many phases: %v", forms)
}

// A structure by a pattern has the blocks of the same structure in arrays.
func TestBlocksOfPatterns(t *testing.T) {
	var plans []*Plan
	for _, arrays := range []bool{false, true} {
		p := &model.Pattern{Size: [3]int{30, 40, 1}, Spacing: 0.1, Mass: 1}
		for _, o := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			p.Stencil = append(p.Stencil, model.Offset{Dx: o[0], Dy: o[1], RestLength: 0.1, Material: 1})
		}
		m := &model.Model{Pattern: p, Materials: []model.Material{{}, {Stiffness: 1}}}
		if arrays {
			m.InArrays()
		}
		c := order.ColorSprings(m)
		plans = append(plans, must.Get(Of(m, &c, Device{Masses: 300, Groups: 16, Dispatch: 50_000}))(t))
	}
	must.Hold(t, reflect.DeepEqual(plans[0], plans[1]) && len(plans[0].Phases[0].Blocks) > 3, "by a pattern: %d phases, %d visits; in arrays %d, %d", len(plans[0].Phases), plans[0].Visits, len(plans[1].Phases), plans[1].Visits)
}

// Sweeps that blocks do not make faster are refused: over a structure whose springs join masses that are far
// from each other, and those that have springs without a color, or one color.
func TestBlocksRefuse(t *testing.T) {
	hub, apart := tangle(300), tangle(4000)
	for i := range 90 {
		hub.AddSpring(model.Ends{0, uint32(i + 1)}, 1, 1)
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		a := r.IntN(4000)
		apart.AddSpring(model.Ends{uint32(a), uint32((a + 1 + r.IntN(3998)) % 4000)}, 1, 1)
	}
	for name, m := range map[string]*model.Model{"hub": hub, "apart": apart, "pair": cloth(2, 1)} {
		c := order.ColorSprings(m)
		_, err := Of(m, &c, Device{Masses: 40, Groups: 128, Dispatch: 100_000})
		must.Hold(t, errors.Is(err, model.ErrUnsupported), "%s: %v", name, err)
	}
}
