package impulses

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"hooke/cpu/table"
)

//go:generate go run -C ../generate ./sweep -out ../impulses/sweep_amd64.s

// springsCall holds the arguments of kernels that visit springs; generate/sweep has their offsets.
type springsCall struct {
	x                           *float32 // of lane 0
	stride                      int64    // from x to y and from y to z, of velocities, too [bytes]
	v, weight                   int64    // from x to vx and to 1/m [bytes]
	groups                      *group   // the first one of all
	turns                       *turn
	count                       int64    // number of turns, at least 1; the kernel changes it
	rest, push, answer, impulse *float32 // of the first group of all
	part                        float32  // of impulses, in a warm start
}

// massesCall holds the arguments of kernels that visit masses.
type massesCall struct {
	x, v, to, weight [3]*float32 // of the first lane
	perMass, load    *float32    // load: see divided.Substep, may be nil
	count            int64       // slices, at least 1
	fall             [3]float32
	dt, drag         float32
	bad              uint16   // result: not 0 where something is no finite number
	packed           *float32 // of the first lane
}

// tableCall holds the arguments of the kernel that visits springs with a table of their ends.
type tableCall struct {
	masses                      *float32 // the packed copy
	ends                        [2]*uint32
	groups                      *group
	count                       int64    // number of groups, at least 1
	rest, push, answer, impulse *float32 // of the first group
	kept                        uint64   // a bit for each of 16 springs: whether it has an impulse already
	part                        float32  // of its impulse, in a warm start
}

// These visit springs, and masses, 16 at once.
//
//go:noescape
func visitAVX512(c *springsCall)

//go:noescape
func warmAVX512(c *springsCall)

//go:noescape
func tableAVX512(c *tableCall)

//go:noescape
func tableWarmAVX512(c *tableCall)

//go:noescape
func packAVX512(c *massesCall)

//go:noescape
func unpackAVX512(c *massesCall)

//go:noescape
func predictAVX512(c *massesCall)

//go:noescape
func moveAVX512(c *massesCall)

// kernelsOf returns the kernels of that name; plain Go does the work of those that are nil.
func kernelsOf(kernel string) fast[float32] {
	if kernel != "avx512" {
		return fast[float32]{}
	}
	f := fast[float32]{
		visit: func(s *springs[float32], m *motion[float32], first, last int, fresh bool) {
			one := turn{first: int32(first), last: int32(last), kept: kept(fresh)}
			c := springsCallOf(s, m, &one, 1)
			visitAVX512(&c)
		},
		warm: func(s *springs[float32], m *motion[float32], first, last int, part float32) {
			one := turn{first: int32(first), last: int32(last)}
			c := springsCallOf(s, m, &one, 1)
			c.part = part
			warmAVX512(&c)
		},
		visits: func(s *springs[float32], m *motion[float32], turns []turn) {
			c := springsCallOf(s, m, &turns[0], len(turns))
			visitAVX512(&c)
		},
		warms: func(s *springs[float32], m *motion[float32], turns []turn, part float32) {
			c := springsCallOf(s, m, &turns[0], len(turns))
			c.part = part
			warmAVX512(&c)
		},
		predict: func(s *Solver[float32], first, last int) {
			c := massesCallOf(s, first, last)
			for axis := range 3 {
				c.fall[axis] = s.numbers.DT * s.numbers.Gravity[axis]
			}
			if s.on.Load != nil {
				c.load = &s.on.Load[3*first]
			}
			predictAVX512(&c)
		},
		move: func(s *Solver[float32], first, last int) (bad bool) {
			c := massesCallOf(s, first, last)
			for axis := range 3 {
				c.to[axis] = &s.on.To.Position.Array(axis)[table.Width+first]
			}
			moveAVX512(&c)
			return c.bad != 0
		},
	}
	if cpu.X86.HasAVX512VL {
		tablesOf(&f)
	}
	return f
}

// tablesOf adds the kernels of springs with a table of their ends.
func tablesOf(f *fast[float32]) {
	f.table = func(s *springs[float32], packed []float32, first, last int, fresh bool) {
		c := tableCallOf(s, packed, first, last)
		if !fresh {
			c.kept = 0xffff
		}
		tableAVX512(&c)
	}
	f.tableWarm = func(s *springs[float32], packed []float32, first, last int, part float32) {
		c := tableCallOf(s, packed, first, last)
		c.part = part
		tableWarmAVX512(&c)
	}
	f.pack = func(s *Solver[float32], first, last int) {
		c := massesCallOf(s, first, last)
		packAVX512(&c)
	}
	f.unpack = func(s *Solver[float32], first, last int) {
		c := massesCallOf(s, first, last)
		unpackAVX512(&c)
	}
}

// springsCallOf aims at groups in count turns.
func springsCallOf(s *springs[float32], m *motion[float32], turns *turn, count int) springsCall {
	x := &m.x[0][0]
	return springsCall{x: x, stride: apart(x, &m.x[1][0]), v: apart(x, &m.v[0][0]), weight: apart(x, &m.w[0][0]),
		groups: &s.groups[0], turns: turns, count: int64(count),
		rest: &s.rest[0], push: &s.push[0], answer: &s.answer[0], impulse: &s.impulse[0]}
}

// tableCallOf aims at groups with a table, from first to last−1.
func tableCallOf(s *springs[float32], packed []float32, first, last int) tableCall {
	at, place := first*table.Width, s.groups[first].base
	return tableCall{masses: &packed[0], ends: [2]*uint32{&s.ends[0][place], &s.ends[1][place]}, groups: &s.groups[first], count: int64(last - first),
		rest: &s.rest[at], push: &s.push[at], answer: &s.answer[at], impulse: &s.impulse[at]}
}

// massesCallOf aims at lanes from first to last−1.
func massesCallOf(s *Solver[float32], first, last int) massesCall {
	c := massesCall{perMass: &s.given.Masses.PerMass[first], count: int64((last - first) / table.Width), dt: s.numbers.DT, drag: s.numbers.Drag}
	if s.packed != nil {
		c.packed = &s.packed[packedNumbers*first]
	}
	for axis := range 3 {
		c.x[axis], c.v[axis], c.weight[axis] = &s.motion.x[axis][first], &s.motion.v[axis][first], &s.motion.w[axis][first]
	}
	return c
}

// apart returns the way from one number to another one in memory [bytes].
func apart(from, to *float32) int64 {
	return int64(uintptr(unsafe.Pointer(to)) - uintptr(unsafe.Pointer(from)))
}
