package impulses

import "hooke/cpu/table"

//go:generate go run -C ../generate ./sweep -out ../impulses/sweep_amd64.s

// visitCall holds the arguments of the kernel; generate/sweep has their places.
type visitCall struct {
	x, v                        [3]*float32 // of lane 0
	weight                      *float32    // 1/m of lane 0
	groups                      *group
	count                       int64    // number of groups, at least 1
	rest, push, answer, impulse *float32 // of the first group
	kept                        uint64   // a bit for each of 16 springs: whether it has an impulse already
}

// visitAVX512 visits springs, 16 at once.
//
//go:noescape
func visitAVX512(c *visitCall)

// visitorOf is the visit to groups by rows in a kernel of that name; nil: plain Go has it.
func visitorOf(kernel string) func(s *springs[float32], m *motion[float32], first, last int, fresh bool) {
	if kernel != "avx512" {
		return nil
	}
	return func(s *springs[float32], m *motion[float32], first, last int, fresh bool) {
		at := first * table.Width
		c := visitCall{weight: &m.w[0][0], groups: &s.groups[first], count: int64(last - first),
			rest: &s.rest[at], push: &s.push[at], answer: &s.answer[at], impulse: &s.impulse[at], kept: 0xffff}
		for axis := range 3 {
			c.x[axis], c.v[axis] = &m.x[axis][0], &m.v[axis][0]
		}
		if fresh {
			c.kept = 0
		}
		visitAVX512(&c)
	}
}
