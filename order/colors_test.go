package order

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
)

// grid is a model by a pattern, or the same in arrays.
func grid(arrays bool, size [3]int, offsets ...[3]int) *model.Model {
	p := &model.Pattern{Size: size, Spacing: 1, Mass: 1}
	for _, o := range offsets {
		p.Stencil = append(p.Stencil, model.Offset{Dx: o[0], Dy: o[1], Dz: o[2], RestLength: 1, Material: 1})
	}
	m := &model.Model{Pattern: p, Materials: []model.Material{{}, {Stiffness: 1}}}
	if arrays {
		m.InArrays()
	}
	return m
}

// full are the 13 offsets of a full lattice.
func full() (out [][3]int) {
	for z := range 2 {
		for y := -1; y <= 1; y++ {
			for x := -1; x <= 1; x++ {
				if z > 0 || y > 0 || y == 0 && x > 0 {
					out = append(out, [3]int{x, y, z})
				}
			}
		}
	}
	return out
}

func cloth() [][3]int {
	return [][3]int{{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {-1, 1, 0}, {2, 0, 0}, {0, 2, 0}}
}

// springsFault says what is wrong with a coloring; empty: nothing is.
func springsFault(m *model.Model, s *SpringColors) string {
	seen, rest := make([]bool, m.SpringCount()), s.Rest()
	for c := range s.Count() {
		at := map[uint32]uint32{}
		if !slices.IsSorted(s.Color(c)) {
			return fmt.Sprintf("color %d is not in order", c)
		}
		for _, spring := range s.Color(c) {
			ends, _, _ := m.Spring(int(spring))
			for _, end := range ends {
				if other, there := at[end]; there {
					return fmt.Sprintf("springs %d and %d of color %d share mass %d", other, spring, c, end)
				}
				at[end] = spring
			}
		}
	}
	for _, spring := range s.Order {
		if seen[spring] {
			return fmt.Sprintf("spring %d is there twice", spring)
		}
		seen[spring] = true
	}
	if slices.Contains(seen, false) || len(rest) != len(s.Sharers) {
		return "a spring is missing, or what the rest is divided by"
	}
	return ""
}

func massesFault(m *model.Model, c *MassColors) string {
	color := make([]int, m.MassCount())
	for k := range c.Count() {
		for _, i := range c.Color(k) {
			color[i] = k + 1
		}
	}
	fault := ""
	each(m, func(spring int, a, b uint32) {
		if color[a] == color[b] && color[a] != 0 {
			fault = fmt.Sprintf("spring %d joins two masses of color %d", spring, color[a])
		}
	})
	if len(c.Order) != m.MassCount() {
		fault = "a mass is missing"
	}
	return fault
}

// Numbers of colors of structures by rows, the same by a pattern and in arrays, and that of a
// tiny lattice, in which no mass has springs to all sides.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name            string
		size            [3]int
		offsets         [][3]int
		springs, masses int
		arithmetic      bool
	}{
		{"lattice", [3]int{5, 4, 6}, full(), 26, 8, true},
		{"lattice, odd rows", [3]int{7, 3, 3}, full(), 26, 8, true},
		{"cloth", [3]int{9, 8, 1}, cloth(), 12, 5, true},
		{"cloth, rows of 10", [3]int{10, 10, 1}, cloth(), 12, 5, true},
		{"rope", [3]int{50, 1, 1}, [][3]int{{1, 0, 0}}, 2, 2, true},
		{"two cells", [3]int{2, 2, 2}, full(), 7, 8, false},
	} {
		var sums []uint64
		for _, arrays := range []bool{false, true} {
			m := grid(arrays, c.size, c.offsets...)
			s, of := ColorSprings(m), ColorMasses(m)
			if s.Count() != c.springs || of.Count() != c.masses || (s.Differences != nil) != c.arithmetic {
				t.Errorf("%s, arrays %v: %d colors of springs (differences %v), %d of masses; want %d and %d", c.name, arrays, s.Count(), s.Differences, of.Count(), c.springs, c.masses)
			}
			must.Be(t, springsFault(m, &s)+massesFault(m, &of), "", "%s, arrays %v", c.name, arrays)
			sums = append(sums, s.Sum())
		}
		must.Be(t, sums[0], sums[1], "%s: the order by a pattern is not that in arrays", c.name)
	}
}

// random is a structure of any springs, some with many at one mass, some twice.
func random(seed uint64, masses, springs int) *model.Model {
	r := rand.New(rand.NewPCG(seed, 1))
	m := &model.Model{Materials: []model.Material{{}, {Stiffness: 1}}, RestPosition: make([]model.Vec3, masses), Mass: make([]float64, masses)}
	for range springs {
		a := r.IntN(masses)
		if r.IntN(3) == 0 {
			a = 0
		}
		b := (a + 1 + r.IntN(masses-1)) % masses
		m.Ends = append(m.Ends, model.Ends{uint32(a), uint32(b)})
	}
	m.RestLength, m.MaterialOf = make([]float64, springs), make([]uint16, springs)
	return m
}

// A hub has more springs than there are colors: the error reports the rest, with the advice to divide the
// hub. And the checks of this file are seen to fail.
func TestHubAndFaults(t *testing.T) {
	m := random(1, 200, 0)
	for i := range 199 {
		m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, model.Ends{0, uint32(i + 1)}), append(m.RestLength, 1), append(m.MaterialOf, 1)
	}
	s := ColorSprings(m)
	if s.Count() != MaxColors || len(s.Rest()) != 199-MaxColors || s.Sharers[0] != 199-MaxColors {
		t.Errorf("a hub of 199 springs has %d colors and %d springs without one, shared by %v", s.Count(), len(s.Rest()), s.Sharers)
	}
	if fault := springsFault(m, &s); fault != "" {
		t.Error(fault)
	}
	s.First[1]++ // a spring of the second color in the first
	must.Hold(t, springsFault(m, &s) != "", "two springs of a color that share a mass are not seen")
	line := grid(true, [3]int{5, 1, 1}, [3]int{1, 0, 0})
	of := ColorMasses(line)
	of.Order[0], of.Order[4] = of.Order[4], of.Order[0]
	must.Hold(t, massesFault(line, &of) != "", "a spring between two masses of a color is not seen")
	if none := ColorSprings(&model.Model{}); none.Count() != 0 || none.Rest() != nil && len(none.Rest()) != 0 {
		t.Errorf("no springs have %d colors", none.Count())
	}
}

// No two springs of a color share a mass, whatever the structure.
func FuzzColors(f *testing.F) {
	f.Add(uint64(1), 5, 20)
	f.Add(uint64(2), 300, 2000)
	f.Add(uint64(3), 2, 100)
	f.Fuzz(func(t *testing.T, seed uint64, masses, springs int) {
		if masses < 2 || masses > 1000 || springs < 0 || springs > 5000 {
			return
		}
		m := random(seed, masses, springs)
		s, of := ColorSprings(m), ColorMasses(m)
		if fault := springsFault(m, &s) + massesFault(m, &of); fault != "" {
			t.Error(fault)
		}
	})
}

// Attachments have colors of their own behind the others, which are as without them: in a round
// no mass is there twice, whatever anchors are.
func TestAttachmentsComeLast(t *testing.T) {
	for _, plain := range []*model.Model{grid(true, [3]int{9, 8, 1}, cloth()...), random(3, 40, 900)} {
		m := *plain
		m.Pin = make([]model.Pin, m.MassCount())
		m.Pin[0], m.Pin[7] = model.PinAll, model.PinAll
		m.Materials = append(slices.Clone(m.Materials), model.Material{Stiffness: 1, TensionOnly: true})
		count := 0
		for i := range uint32(m.MassCount()) {
			if m.Pin[i] != 0 {
				continue
			}
			for _, anchor := range []uint32{0, 7}[:1+i%2] {
				m.AddSpring(model.Ends{i, anchor}, 1, uint16(len(m.Materials)-1))
				count++
			}
		}
		m.Attachments = count
		of, without := ColorSprings(&m), ColorSprings(plain)
		if of.Rounds != 2 || of.Structural() != without.Count() || !slices.Equal(of.Order[:of.First[of.Structural()]], without.Order[:without.First[without.Count()]]) ||
			!slices.Equal(of.Rest(), without.Rest()) || !slices.Equal(of.Sharers, without.Sharers) {
			t.Errorf("%s: %d rounds, %d colors of %d", m.Name, of.Rounds, of.Structural(), without.Count())
		}
		seen := 0
		for c := of.Structural(); c < of.Count(); c++ {
			at := map[uint32]bool{}
			for _, s := range of.Color(c) {
				if i := m.Ends[s][0]; int(s) < m.StructuralCount() || at[i] {
					t.Errorf("round %d has spring %d of mass %d", c, s, i)
				} else {
					at[i] = true
				}
				seen++
			}
		}
		must.Hold(t, seen == count, "%d of %d attachments", seen, count)
		if a, b := ColorMasses(&m), ColorMasses(plain); !slices.Equal(a.Order, b.Order) {
			t.Error("masses have other colors")
		}
	}
}
