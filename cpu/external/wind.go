package external

import (
	"math"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// Wind is the air on the triangles of a model. Press writes the force on every triangle, and
// Add gathers for each mass what its triangles give it, in their order, so that sums do not
// depend on threads. It takes 24 bytes for each triangle, and 12 more for its corners.
type Wind[T table.Real] struct {
	lanes [][3]int32 // of the corners of every triangle
	third [][3]T     // of the force on every triangle [N]
	first []int32    // of each lane: where its triangles begin in of; one more at the end
	of    []int32    // triangles, lane by lane, ascending
	lift  T          // ½ ρ CL [kg/m³]
	drag  T          // ½ ρ CD [kg/m³]
	Air   [3]T       // velocity of the air now [m/s]
}

// WindOf is the wind of a run, for lanes in the order of a table; nil where none blows.
func WindOf[T table.Real](m *model.Model, p model.Params, o table.LaneOrder) *Wind[T] {
	if !p.Wind.Blows() {
		return nil
	}
	half := p.Wind.Density() / 2
	w := &Wind[T]{lanes: make([][3]int32, len(m.Triangles)), third: make([][3]T, len(m.Triangles)),
		first: make([]int32, len(o.MassOf)+1), of: make([]int32, 3*len(m.Triangles)),
		lift: T(half * p.Wind.Lift), drag: T(half * p.Wind.Drag)}
	for k, t := range m.Triangles {
		for j, i := range t {
			w.lanes[k][j] = int32(o.LaneOf[i])
			w.first[w.lanes[k][j]+1]++
		}
	}
	for lane := range o.MassOf {
		w.first[lane+1] += w.first[lane]
	}
	next := append([]int32(nil), w.first...)
	for k := range w.lanes {
		for _, lane := range w.lanes[k] {
			w.of[next[lane]] = int32(k)
			next[lane]++
		}
	}
	return w
}

// trianglesOfBlock is how many triangles a block of Press has.
const trianglesOfBlock = 4096

// Blocks is the number of blocks that all triangles make.
func (w *Wind[T]) Blocks() int {
	return max(1, (len(w.lanes)+trianglesOfBlock-1)/trianglesOfBlock)
}

// Bytes is the memory of the wind.
func (w *Wind[T]) Bytes() int64 {
	if w == nil {
		return 0
	}
	return (24+3*table.SizeOf[T]())*int64(len(w.lanes)) + 4*int64(len(w.first))
}

// Press writes the forces on the triangles of a block in a state. With twice the area a
// triangle has along its normal, a, and the velocity u of the air against the mean of its
// corners,
//
//	F = ½ρ ½|a| [ |n·u| (CD − CL |n·u|/|u|) u + CL |u| (n·u) n ],  n = a/|a|
//
// and nothing where |a| or |u| is zero.
func (w *Wind[T]) Press(now kernels.Motions[T], block int) {
	from := block * trianglesOfBlock
	for k, lanes := range w.lanes[from:min(from+trianglesOfBlock, len(w.lanes))] {
		a := now.Position.Get(kernels.ArrayX, int(lanes[0]))
		edge, other := minus(now.Position.Get(kernels.ArrayX, int(lanes[1])), a), minus(now.Position.Get(kernels.ArrayX, int(lanes[2])), a)
		n := [3]T{edge[1]*other[2] - edge[2]*other[1], edge[2]*other[0] - edge[0]*other[2], edge[0]*other[1] - edge[1]*other[0]}
		var u [3]T
		va, vb, vc := now.Velocity.Get(kernels.ArrayVX, int(lanes[0])), now.Velocity.Get(kernels.ArrayVX, int(lanes[1])), now.Velocity.Get(kernels.ArrayVX, int(lanes[2]))
		for axis := range 3 {
			u[axis] = w.Air[axis] - (va[axis]+vb[axis]+vc[axis])*(1./3)
		}
		size, speed := length(n), length(u)
		if size == 0 || speed == 0 {
			w.third[from+k] = [3]T{}
			continue
		}
		across := kernels.Dot(n, u) / size
		along := size / 6 * abs(across) * (w.drag - w.lift*abs(across)/speed)
		lifted := w.lift * speed * across / 6
		for axis := range 3 {
			w.third[from+k][axis] = along*u[axis] + lifted*n[axis]
		}
	}
}

// Add adds the wind to the forces on the masses of some slices [N], see Loads.Add.
func (w *Wind[T]) Add(force []T, first, count int) {
	if w == nil {
		return
	}
	for at := range count * table.Width {
		lane := first*table.Width + at
		from, to := w.first[lane], w.first[lane+1]
		if from == to {
			continue
		}
		var sum [3]T
		for _, k := range w.of[from:to] {
			for axis, f := range w.third[k] {
				sum[axis] += f
			}
		}
		add(force[at/table.Width*3*table.Width+at%table.Width:], sum)
	}
}

func minus[T table.Real](a, b [3]T) [3]T { return [3]T{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func length[T table.Real](v [3]T) T { return T(math.Sqrt(float64(kernels.Dot(v, v)))) }

func abs[T table.Real](x T) T { return T(math.Abs(float64(x))) }
