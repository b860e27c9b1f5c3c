package chain

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/must"
)

// joined are the segments of a ring of n with a branch of three at its first mass, and a chain of four apart from it.
func joined(n int) *Set {
	s := &Set{}
	add := func(a, b uint32) uint32 {
		s.Segments = append(s.Segments, Segment{Ends: [2]uint32{a, b}})
		return uint32(len(s.Segments) - 1)
	}
	bend := func(from, to uint32) { s.Joints = append(s.Joints, Joint{From: from, To: to}) }
	for i := range n {
		if k := add(uint32(i), uint32((i+1)%n)); i > 0 {
			bend(k-1, k)
		}
	}
	bend(uint32(n-1), 0)
	for i := range 3 {
		from := uint32(n + i - 1)
		if i == 0 {
			from = 0
		}
		if k := add(from, uint32(n+i)); i > 0 {
			bend(k-1, k)
		} else {
			bend(uint32(n-1), k)
		}
	}
	for i := range 4 {
		if k := add(uint32(n+3+i), uint32(n+4+i)); i > 0 {
			bend(k-1, k)
		}
	}
	return s
}

// The solution of parts solves the dense system of the same blocks; held unknowns stay 0.
func TestPartsSolveTheirSystems(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	block := func() (b mgl64.Mat3) {
		for i := range b {
			b[i] = r.Float64() - 0.5
		}
		return b
	}
	const n = 9
	set := joined(n)
	parts := NewParts(set, n+8)
	if len(parts) != 2 || len(parts[0].Segments) != n+3 || len(parts[0].Joints) != n+3 || len(parts[1].Segments) != 4 || len(parts[1].Masses) != 5 {
		t.Fatalf("%d parts: %+v", len(parts), parts)
	}
	for _, p := range parts {
		size := p.Rows()
		dense, side := make([][]float64, size), make([]float64, size)
		for i := range dense {
			dense[i] = make([]float64, size)
		}
		p.Clear()
		held := p.Mass(p.Masses[1])
		p.Hold(held)
		put := func(i, j int, b mgl64.Mat3) {
			if i == j {
				b = b.Mul3(b.Transpose()).Add(mgl64.Ident3().Mul(8))
			}
			p.Add(i, j, b)
			for x := range 3 {
				for y := range 3 {
					if dense[i+x][j+y] += b.At(x, y); i != j {
						dense[j+y][i+x] += b.At(x, y)
					}
				}
			}
		}
		for _, k := range p.Segments {
			a, b, s := p.Mass(set.Segments[k].Ends[0]), p.Mass(set.Segments[k].Ends[1]), p.Segment(k)
			for _, ij := range [][2]int{{a, a}, {b, b}, {s, s}, {a, b}, {a, s}, {b, s}} {
				put(ij[0], ij[1], block())
			}
		}
		for _, k := range p.Joints {
			put(p.Segment(set.Joints[k].From), p.Segment(set.Joints[k].To), block())
		}
		for i := range size / 3 {
			v := mgl64.Vec3{r.Float64(), r.Float64(), r.Float64()}
			p.AddSide(3*i, v)
			copy(side[3*i:], v[:])
		}
		p.Factor()
		p.Solve()
		for i := range size {
			if i == held {
				must.Be(t, p.side[i], 0, "a row that is held moves")
				continue
			}
			sum := -side[i]
			for j := range size {
				if j != held {
					sum += dense[i][j] * p.side[j]
				}
			}
			if math.Abs(sum) > 1e-12 {
				t.Fatalf("row %d is off by %g", i, sum)
			}
		}
	}
}

// A chain has a narrow band, whatever its length, so that work grows with the length alone.
func TestChainsHaveNarrowBands(t *testing.T) {
	s := &Set{}
	for i := range uint32(500) {
		s.Segments = append(s.Segments, Segment{Ends: [2]uint32{i, i + 1}})
		if i > 0 {
			s.Joints = append(s.Joints, Joint{From: i - 1, To: i})
		}
	}
	p := NewParts(s, 501)[0]
	for i := range p.Rows() {
		first := p.matrix.First(i)
		if i-first > 18 {
			t.Fatalf("row %d begins %d before its diagonal", i, i-first)
		}
	}
}
