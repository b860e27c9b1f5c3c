package draw

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/model"
	"hooke/shaders"
)

// patterns are grids of several sizes and stencils: of a lattice with and without diagonals,
// and one whose springs reach over a mass.
func patterns() (all []*model.Pattern) {
	near := []model.Offset{{Dx: 1}, {Dy: 1}, {Dz: 1}, {Dx: 1, Dy: 1}, {Dx: -1, Dy: 1}, {Dx: 1, Dy: 1, Dz: 1}, {Dx: -1, Dy: 1, Dz: 1}, {Dx: 1, Dy: -1, Dz: 1}, {Dx: -1, Dy: -1, Dz: 1}}
	far := append(slices.Clone(near), model.Offset{Dx: 2}, model.Offset{Dy: 2, Dz: 0}, model.Offset{Dz: 2})
	for _, stencil := range [][]model.Offset{near[:3], near, far} {
		for _, size := range [][3]int{{7, 6, 9}, {3, 3, 3}, {5, 4, 3}, {8, 8, 8}, {2, 9, 5}, {9, 1, 4}} {
			p := &model.Pattern{Size: size, Corner: model.Vec3{0.5, -1, 2}, Spacing: 0.1, Mass: 1, Stencil: slices.Clone(stencil)}
			for k := range p.Stencil {
				o := &p.Stencil[k]
				o.RestLength, o.Material = 0.1*math.Sqrt(float64(o.Dx*o.Dx+o.Dy*o.Dy+o.Dz*o.Dz)), uint16(1+k%2)
			}
			all = append(all, p)
		}
	}
	return all
}

// A shell has the masses on faces, all of their springs and the other ends of those, in the order of the
// whole.
func TestShellsByHand(t *testing.T) {
	for _, p := range patterns() {
		g := newShellGrid(p)
		whole := &model.Model{Pattern: p}
		part := &model.Model{}
		masses, inside := g.list()
		g.join(part)
		whole.InArrays()
		if !slices.IsSorted(masses) || len(masses) != g.masses() || len(part.Ends) != g.springs() {
			t.Errorf("%v: %d of %d masses, %d of %d springs", p.Size, len(masses), g.masses(), len(part.Ends), g.springs())
		}
		face := func(mass uint32) bool {
			x, y, z := p.Place(int(mass))
			return x == 0 || y == 0 || z == 0 || x == p.Size[0]-1 || y == p.Size[1]-1 || z == p.Size[2]-1
		}
		for k, mass := range masses {
			if inside[k] == face(mass) {
				t.Errorf("%v: mass %d is inside: %v", p.Size, mass, inside[k])
			}
		}
		at := 0
		for s, e := range whole.Ends {
			if !face(e[0]) && !face(e[1]) {
				continue
			}
			if at == len(part.Ends) {
				t.Fatalf("%v: a spring less than in the whole", p.Size)
			}
			got := model.Ends{masses[part.Ends[at][0]], masses[part.Ends[at][1]]}
			if got != e || part.RestLength[at] != whole.RestLength[s] || part.MaterialOf[at] != whole.MaterialOf[s] {
				t.Fatalf("%v: spring %d joins %v, spring %d of the whole %v", p.Size, at, got, s, e)
			}
			at++
		}
	}
}

// The ranges that pictures use of all masses and springs are those of a look at each of them.
func TestViewsOfTheWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for _, p := range patterns() {
		m := &model.Model{Pattern: p}
		arrays := &model.Model{Pattern: p}
		arrays.InArrays()
		var now model.Snapshot
		now.Resize(m.MassCount())
		for i, x := range arrays.RestPosition {
			for axis := range 3 {
				now.Position[i][axis] = float32(x[axis] + 0.01*random.NormFloat64())
			}
		}
		now.Position[m.MassCount()/2][1] = float32(math.NaN())
		read := func(masses []uint32, dst *model.Snapshot) {
			dst.Resize(len(masses))
			for k, i := range masses {
				dst.Position[k] = now.Position[i]
			}
		}
		view := (&Shell{whole: m}).Picture(read)
		least, most, sample := view.Strains(40)
		low, high := float32(math.Inf(1)), float32(math.Inf(-1))
		strain := func(s int) float32 {
			e := arrays.Ends[s]
			rest := float32(arrays.RestLength[s])
			return (distance(now.Position[e[0]], now.Position[e[1]]) - rest) / rest
		}
		for s := range arrays.Ends {
			if x := strain(s); x == x {
				low, high = min(low, x), max(high, x)
			}
		}
		if least != low || most != high || len(sample) != min(40, len(arrays.Ends)) {
			t.Errorf("%v: strains from %g to %g, want %g to %g", p.Size, least, most, low, high)
		}
		each := len(arrays.Ends) / len(sample)
		for k, x := range sample {
			s := sampled(k, len(sample), len(arrays.Ends))
			if s < k*each || s >= (k+1)*each || math.Float32bits(x) != math.Float32bits(strain(s)) {
				t.Errorf("%v: sample %d is %g, spring %d has %g", p.Size, k, x, s, strain(s))
			}
		}
		now.Position[m.MassCount()/2] = now.Position[0]
		view.Moved()
		box, want := view.Bounds(), now.State()
		if lo, hi := want.Bounds(); box.Lo != lo || box.Hi != hi {
			t.Errorf("%v: the box %v, want %v to %v", p.Size, box, lo, hi)
		}
		places := make([]shaders.Position, 3)
		if view.Places(m.MassCount()-3, places); places[1].Xyz != now.Position[m.MassCount()-2] {
			t.Errorf("%v: the last mass but one is at %v", p.Size, places[1].Xyz)
		}
	}
}

// Models that are more than the picture of a pattern lack a shell.
func TestWhatHasNoShell(t *testing.T) {
	p := patterns()[9] // 3,710 springs
	for name, change := range map[string]func(*model.Model, *model.Params, *model.State){
		"":        func(*model.Model, *model.Params, *model.State) {},
		"arrays":  func(m *model.Model, _ *model.Params, _ *model.State) { m.InArrays() },
		"pins":    func(m *model.Model, _ *model.Params, _ *model.State) { m.Pin = make([]model.Pin, m.MassCount()) },
		"muscles": func(m *model.Model, _ *model.Params, _ *model.State) { m.ActuatorOf = make([]uint16, m.SpringCount()) },
		"a start": func(m *model.Model, _ *model.Params, s *model.State) { m.StateInArrays(s) },
		"a motor": func(_ *model.Model, p *model.Params, _ *model.State) { p.Motors = make([]model.Motor, 1) },
		"an open grid": func(m *model.Model, _ *model.Params, _ *model.State) {
			m.Pattern = &model.Pattern{Size: [3]int{16, 16, 16}, Spacing: 1, Stencil: []model.Offset{{Dx: 1, RestLength: 1}}}
		},
		"a thin grid": func(m *model.Model, _ *model.Params, _ *model.State) {
			m.Pattern = patterns()[9]
			m.Pattern.Size[2] = 2
			m.Pattern.Size[0] = 30
		},
		"few springs": func(m *model.Model, _ *model.Params, _ *model.State) { m.Pattern = patterns()[7] },
	} {
		m, params, start := &model.Model{Pattern: p}, model.Params{}, &model.State{}
		change(m, &params, start)
		s, err := ShellOf(m, params, start)
		if err != nil || (s != nil) != (name == "") {
			t.Errorf("%q: a shell: %v (%v)", name, s != nil, err)
		}
	}
}
