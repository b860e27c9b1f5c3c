package collide

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/must"
)

// scattered are masses of several radii and bodies, on both sides of the origin, some of
// them on the borders of cells, and many in one cell.
func scattered(count int, seed uint64) (*model.Model, model.Params) {
	random := rand.New(rand.NewPCG(seed, 1))
	m := &model.Model{Materials: []model.Material{{}}}
	for i := range count {
		x := model.Vec3{2*random.Float64() - 1, 2*random.Float64() - 1, 0.4*random.Float64() - 0.2}
		switch {
		case i%11 == 0: // on corners of cells
			for axis := range x {
				x[axis] = 0.0501 * float64(random.IntN(19)-9)
			}
		case i%113 == 0: // in one cell
			x = model.Vec3{-0.3 + 0.01*random.Float64(), -0.3, 0.01}
		}
		m.RestPosition, m.Mass = append(m.RestPosition, x), append(m.Mass, 1)
		m.Radius, m.Body = append(m.Radius, 0.02*float64(i%5)/4), append(m.Body, uint16(i%3))
	}
	bodies := make([]model.Surface, 3)
	for i := range bodies {
		bodies[i] = model.Surface{Stiffness: 1}
	}
	return m, model.Params{DT: 1, Collision: model.Collision{Bodies: bodies, Self: true, Others: true, Skin: 0.01, CheckEvery: 1}}
}

// laidOut is a model in its own order, at rest.
func laidOut(m *model.Model) (table.LaneOrder, kernels.Motion[float32]) {
	o := table.LaneOrder{}
	for i := range m.Mass {
		o.LaneOf, o.MassOf = append(o.LaneOf, uint32(i)), append(o.MassOf, uint32(i))
	}
	for len(o.MassOf)%table.Width != 0 {
		o.MassOf = append(o.MassOf, table.NoMass)
	}
	position := kernels.NewMotion[float32](len(o.MassOf), kernels.Arrays, 0)
	for i, x := range m.RestPosition {
		position.Set(kernels.ArrayX, i, kernels.Narrow[float32](x))
	}
	return o, position
}

// made are lists of a state.
func (l *Lists[T]) made(position kernels.Motion[T]) {
	l.Begin(kernels.Motions[T]{Position: position, Velocity: position})
	for blocks := l.Next(); blocks > 0; blocks = l.Next() {
		for block := range blocks {
			l.Block(blocks - 1 - block)
		}
	}
}

// pairs are the pairs in the lists, each as it is at both ends, sorted.
func (l *Lists[T]) pairs() (all []found) {
	for _, s := range l.Slices {
		for j := range table.Width {
			for c := s.First; c < s.First+s.Count; c++ {
				if lane := uint32(s.Slice)*table.Width + uint32(j); uint32(l.Others[c][j]) != lane {
					all = append(all, found{lane, uint32(l.Others[c][j])})
				}
			}
		}
	}
	return all
}

// near are all pairs nearer than D and some margin, at both ends, found along x.
func near(l *Lists[float32], position kernels.Motion[float32], margin float64) (all []found) {
	var along []int
	for i := range l.law.model.Mass {
		if l.law.takesPart(uint32(i)) {
			along = append(along, i)
		}
	}
	at := func(i int) model.Vec3 { return kernels.Widen(position.Get(kernels.ArrayX, i)) }
	slices.SortFunc(along, func(i, j int) int { return cmp.Compare(at(i)[0], at(j)[0]) })
	for k, i := range along {
		for _, j := range along[k+1:] {
			if at(j)[0]-at(i)[0] > l.grid.edge+margin {
				break
			}
			if reach, may := l.law.reach(uint32(i), uint32(j)); may && at(i).Sub(at(j)).Len() < reach+margin {
				all = append(all, found{uint32(i), uint32(j)}, found{uint32(j), uint32(i)})
			}
		}
	}
	return all
}

// has says whether all pairs are among others; both are sorted by lanes.
func has(all, some []found) bool {
	in := map[found]bool{}
	for _, f := range all {
		in[f] = true
	}
	return !slices.ContainsFunc(some, func(f found) bool { return !in[f] })
}

// Lists are all pairs that are near enough, each once at both ends, and in the order of
// numbers; and they still have all that touch when masses have moved less than half of the
// skin.
func TestListsAreAllPairs(t *testing.T) {
	for seed := range uint64(3) {
		l, position := listsOf(t, seed)
		l.made(position)
		got := l.pairs()
		if !slices.IsSortedFunc(got, func(a, b found) int { return int(a.a)*1e6 + int(a.b) - int(b.a)*1e6 - int(b.b) }) {
			t.Error("lists are not in the order of numbers, or a pair is there twice")
		}
		if want := near(l, position, l.skin); !has(got, want) || !has(near(l, position, l.skin*(1+1e-4)), got) || len(want) < 1000 {
			t.Errorf("%d entries, want %d", len(got), len(want))
		}
		wider, _ := listsOf(t, seed)
		wider.grid.inverse *= 0.7
		if wider.made(position); !slices.Equal(wider.pairs(), got) {
			t.Error("other lists with wider cells")
		}
		random := rand.New(rand.NewPCG(seed, 2))
		for i := range l.law.model.Mass {
			x := position.Get(kernels.ArrayX, i)
			for axis := range x {
				x[axis] += float32(l.skin / 2 / 1.74 * (2*random.Float64() - 1))
			}
			position.Set(kernels.ArrayX, i, x)
		}
		must.Hold(t, has(got, near(l, position, 0)), "a pair that touches is not in lists that are old, but not late")
	}
}

func listsOf(t *testing.T, seed uint64) (*Lists[float32], kernels.Motion[float32]) {
	m, p := scattered(5000, seed)
	must.Do(t, m.Validate())
	o, position := laidOut(m)
	return New[float32](m, p, o, len(o.MassOf)), position
}

// The negative controls: searches that are wrong in one way, which the comparison with all
// pairs must see.
func TestListsSeeMutants(t *testing.T) {
	for name, tamper := range map[string]func(l *Lists[float32]){
		"a row of cells is left out": func(l *Lists[float32]) { l.grid.rows[2] = l.grid.rows[1] },
		"its own row is left out":    func(l *Lists[float32]) { l.grid.rows[0] = l.grid.rows[4] },
		"cells are too small":        func(l *Lists[float32]) { l.grid.inverse *= 2 },
		"the skin is left out":       func(l *Lists[float32]) { l.skin = 0 },
		"the last chunk is left out": func(l *Lists[float32]) { clear(l.part[chunkLanes:]) },
	} {
		l, position := listsOf(t, 1)
		want := near(l, position, l.skin)
		tamper(l)
		l.made(position)
		must.Hold(t, !has(l.pairs(), want), "%s: lists have all pairs", name)
	}
}
