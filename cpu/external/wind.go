package external

import (
	"sort"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// Wind is the air on the triangles of a model. Press writes the force on every triangle, in
// groups of 16, and Add sums the shares of each mass, in the order of their groups, so that
// sums do not depend on threads. It takes 16 bytes for each triangle of a full group, 12 for
// its corners, and 8 for each mass with triangles.
type Wind[T table.Real] struct {
	numbers kernels.WindNumbers[T]
	groups  []kernels.WindGroup
	corners []int32 // of groups that are no rows
	third   []T     // of the force on every triangle [N]

	lanes  []int32 // of masses that have triangles, ascending
	places []int32 // of these, as kernels.GatherCall reads them
	begins []int32 // and one more
	parts  []int32
}

// WindOf returns the wind of a run, for lanes in the order of a table; nil where none blows.
func WindOf[T table.Real](m *model.Model, p model.Params, o table.LaneOrder) *Wind[T] {
	if !p.Wind.Blows() {
		return nil
	}
	sixth := p.Wind.Density() / 12
	w := &Wind[T]{numbers: kernels.WindNumbers[T]{Drag: T(sixth * p.Wind.Drag), Lift: T(sixth * p.Wind.Lift)}}
	g := groupTriangles(m, o)
	w.groups, w.corners = g.groups, g.corners
	w.third = kernels.AlignedFloats[T](kernels.WindFloats * len(w.groups))
	w.gather(g, len(o.MassOf))
	return w
}

// gather finds the parts of masses.
func (w *Wind[T]) gather(g *grouped, lanes int) {
	begins := make([]int32, lanes+1)
	g.each(func(_ int32, corners [3]int32) {
		for _, lane := range corners {
			begins[lane+1]++
		}
	})
	for lane := range lanes {
		if begins[lane+1] > 0 {
			w.lanes = append(w.lanes, int32(lane))
			w.places = append(w.places, int32(lane/table.Width*3*table.Width+lane%table.Width))
			w.begins = append(w.begins, begins[lane])
		}
		begins[lane+1] += begins[lane]
	}
	w.begins = append(w.begins, begins[lanes])
	w.parts = make([]int32, begins[lanes])
	g.each(func(place int32, corners [3]int32) {
		for _, lane := range corners {
			w.parts[begins[lane]] = place / 2
			begins[lane]++
		}
	})
}

// groupsOfBlock is how many groups a block of Press has.
const groupsOfBlock = 256

// Blocks returns the number of blocks that all triangles make.
func (w *Wind[T]) Blocks() int {
	if w == nil {
		return 0
	}
	return max(1, (len(w.groups)+groupsOfBlock-1)/groupsOfBlock)
}

// Bytes returns the memory of the wind.
func (w *Wind[T]) Bytes() int64 {
	if w == nil {
		return 0
	}
	return 16*int64(len(w.groups)) + table.SizeOf[T]()*int64(len(w.third)) + 4*int64(len(w.corners)+len(w.lanes)+len(w.places)+len(w.begins)+len(w.parts))
}

// Press writes the forces on the triangles of a block in a state, by a kernel and a call of the
// worker's own. With twice the area a triangle has along its normal, a, and the velocity u of
// the air against the mean of its corners,
//
//	F = ½ρ ½|a| [ |n·u| (CD − CL |n·u|/|u|) u + CL |u| (n·u) n ],  n = a/|a|
//
// and nothing where |a| or |u| is zero.
func (w *Wind[T]) Press(kernel func(*kernels.WindCall[T]), call *kernels.WindCall[T], now kernels.Motions[T], block int) {
	from, to := block*groupsOfBlock, min((block+1)*groupsOfBlock, len(w.groups))
	if from >= to {
		return
	}
	call.Set(now, w.groups[from:to], w.corners, w.third[from*kernels.WindFloats:to*kernels.WindFloats], &w.numbers)
	kernel(call)
}

// Blow uses the current velocity of the air.
func (w *Wind[T]) Blow(air model.Vec3) {
	if w != nil {
		w.numbers.Air = kernels.Narrow[T](air)
	}
}

// Add adds the wind to the forces on the masses of some slices [N], see Loads.Add.
func (w *Wind[T]) Add(kernel func(*kernels.GatherCall[T]), call *kernels.GatherCall[T], force []T, first, count int) {
	if w == nil {
		return
	}
	at := func(slice int) int {
		return sort.Search(len(w.lanes), func(i int) bool { return int(w.lanes[i]) >= slice*table.Width })
	}
	if from, to := at(first), at(first+count); from < to {
		call.Set(w.places[from:to], w.begins[from:to+1], w.parts, w.third, force, first)
		kernel(call)
	}
}
