package physics

import (
	"math"

	"hooke/model"
)

// PatternKinds divides the springs of a pattern into kinds that look the same at rest. Springs of a
// kind have, along each axis, the same way from end A to end B, and the same exponents of both
// coordinates, which decide how they are rounded. A grid has few of these kinds, since its coordinates differ by rounding alone.
type PatternKinds struct {
	pattern *model.Pattern
	axes    [][3]*axisKinds // of each offset
}

// axisKinds are the kinds of an offset along an axis.
type axisKinds struct {
	of   []uint16     // kind of the spring whose end A is at a coordinate; 0 where end B is outside
	ends [][2]float64 // coordinates of a spring of each kind [m]
}

// axisKind is the common data of all springs of a kind.
type axisKind struct {
	way      float64 // [m]
	from, to int     // exponents
}

// maxRowKinds bounds the kinds of an axis. Only grids far from the origin, whose coordinates
// have few digits, have more; their kinds are not worth being told apart.
const maxRowKinds = 1 << 10

// KindsOf returns the kinds of springs of a pattern, or nil if it has too many.
func KindsOf(p *model.Pattern) *PatternKinds {
	k := &PatternKinds{p, make([][3]*axisKinds, len(p.Stencil))}
	type way struct{ axis, d int }
	known := map[way]*axisKinds{}
	for i, o := range p.Stencil {
		for axis, d := range [3]int{o.Dx, o.Dy, o.Dz} {
			of := known[way{axis, d}]
			if of == nil {
				of = kindsAlong(p, axis, d)
				known[way{axis, d}] = of
			}
			if len(of.ends) > maxRowKinds {
				return nil
			}
			k.axes[i][axis] = of
		}
	}
	return k
}

// kindsAlong finds the kinds of springs that span d masses along an axis. It ends when there are
// too many.
func kindsAlong(p *model.Pattern, axis, d int) *axisKinds {
	out := &axisKinds{of: make([]uint16, p.Size[axis])}
	number := map[axisKind]uint16{}
	for place := max(0, -d); place < p.Size[axis]-max(0, d); place++ {
		from, to := p.Coordinate(axis, place), p.Coordinate(axis, place+d)
		kind := axisKind{to - from, math.Ilogb(from), math.Ilogb(to)}
		of, known := number[kind]
		if !known {
			of = uint16(len(out.ends))
			number[kind] = of
			out.ends = append(out.ends, [2]float64{from, to})
			if len(out.ends) > maxRowKinds {
				break
			}
		}
		out.of[place] = of
	}
	return out
}

// mostEach bounds the kinds that are looked at one by one, over all axes.
const mostEach = 1 << 20

// Each calls do for each kind of springs with the coordinates of the ends of one [m], and with how
// many there are. It is false, and does nothing, for too many kinds.
func (k *PatternKinds) Each(do func(o *model.Offset, from, to model.Vec3, count float64)) bool {
	all := 0
	for _, axes := range k.axes {
		all += len(axes[0].ends) * len(axes[1].ends) * len(axes[2].ends)
	}
	if all > mostEach {
		return false
	}
	for i := range k.axes {
		o, axes := &k.pattern.Stencil[i], &k.axes[i]
		var counts [3][]int
		for axis, d := range [3]int{o.Dx, o.Dy, o.Dz} {
			counts[axis] = axes[axis].counts(d)
		}
		for kz, z := range axes[2].ends {
			for ky, y := range axes[1].ends {
				for kx, x := range axes[0].ends {
					count := float64(counts[0][kx]) * float64(counts[1][ky]) * float64(counts[2][kz])
					do(o, model.Vec3{x[0], y[0], z[0]}, model.Vec3{x[1], y[1], z[1]}, count)
				}
			}
		}
	}
	return true
}

// counts returns the number of springs of each kind that span d masses along the axis.
func (k *axisKinds) counts(d int) []int {
	out := make([]int, len(k.ends))
	for place := max(0, -d); place < len(k.of)-max(0, d); place++ {
		out[k.of[place]]++
	}
	return out
}

// KindTable has a value for each kind of spring, found when it is first met. One goroutine uses it
// at a time.
type KindTable[V any] struct {
	kinds *PatternKinds
	law   func(o *model.Offset, from, to model.Vec3) V
	found [][][]V       // of each offset: of its kinds along y and z: the values of its kinds along x
	links []KindLink[V] // scratch memory
}

// NewKindTable returns a table of values by a law, which is given coordinates of the ends of a
// spring of each kind [m].
func NewKindTable[V any](k *PatternKinds, law func(o *model.Offset, from, to model.Vec3) V) *KindTable[V] {
	t := &KindTable[V]{kinds: k, law: law, found: make([][][]V, len(k.axes))}
	for i, axes := range k.axes {
		t.found[i] = make([][]V, len(axes[1].ends)*len(axes[2].ends))
	}
	return t
}

// KindRow is a part of a row of masses with values of their springs, see model.Row.
type KindRow[V any] struct {
	X, End, Y, Z int
	Length       int // of whole rows
	Links        []KindLink[V]
}

// KindLink is an offset whose other end is in the grid for a row of masses. The value of the spring
// from coordinate x on is Values[Kind[x]]; it exists where x + Dx is in the grid.
type KindLink[V any] struct {
	Dx, Number int
	Kind       []uint16
	Values     []V
}

// Rows calls do for the parts of rows that make up springs first to last−1, in their order, as
// model.Pattern.Rows does.
func (t *KindTable[V]) Rows(first, last int, do func(row KindRow[V])) {
	t.kinds.pattern.Rows(first, last, func(row *model.Row) {
		t.links = t.links[:0]
		for _, l := range row.Links {
			t.links = append(t.links, KindLink[V]{l.Dx, l.Number, t.kinds.axes[l.Number][0].of, t.values(l.Number, row.Y, row.Z)})
		}
		do(KindRow[V]{row.X, row.End, row.Y, row.Z, t.kinds.pattern.Size[0], t.links})
	})
}

// values are those of an offset in a row of masses, by the kind along x.
func (t *KindTable[V]) values(number, y, z int) []V {
	axes := &t.kinds.axes[number]
	ky, kz := int(axes[1].of[y]), int(axes[2].of[z])
	at := &t.found[number][ky*len(axes[2].ends)+kz]
	if *at == nil {
		*at = make([]V, len(axes[0].ends))
		for kx, x := range axes[0].ends {
			y, z := axes[1].ends[ky], axes[2].ends[kz]
			(*at)[kx] = t.law(&t.kinds.pattern.Stencil[number], model.Vec3{x[0], y[0], z[0]}, model.Vec3{x[1], y[1], z[1]})
		}
	}
	return *at
}
