package collide

import (
	"math"
	"math/bits"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// rubbing is the friction of pairs, which acts after a step. Without friction it is empty.
type rubbing struct {
	passes  int // evaluations of friction in a step; 0: nothing rubs
	columns []rubColumn
	touches []kernels.PairTouch // by column, as press left them
	counts  []uint32            // touches of each lane, 16 for each of Slices
	gain    [2][]float32        // what friction adds to velocities [m/s], 48 for each of Slices; passes alternate

	numbers rubNumbers
}

// rubColumn is what the friction of a column needs of the law. 192 bytes.
type rubColumn struct {
	static, kinetic [table.Width]float32 // μs, μk
	reduced         [table.Width]float32 // m_r [kg]
}

// set writes the law of a pair into a lane.
func (c *rubColumn) set(lane int, l *law, i, j uint32) {
	static, kinetic := l.friction(i, j)
	c.static[lane], c.kinetic[lane], c.reduced[lane] = float32(static), float32(kinetic), float32(l.reduced(i, j))
}

// rubNumbers are the numbers of a step.
type rubNumbers struct {
	time  float32 // of a pass [s]
	free  float32 // from a velocity after the step to the one that friction judges
	drag  float32 // and back
	reach float32 // how far a mass moves, for each change of its velocity [s]
}

func newRubbing(p model.Params) rubbing {
	if !p.Collision.Rubs() {
		return rubbing{}
	}
	r := rubbing{passes: p.Collision.Iterations()}
	r.use(p)
	return r
}

// use takes the numbers of a step. Symplectic Euler multiplies velocities by the factor of
// drag after friction, and moves masses by them; velocity Verlet does neither.
func (r *rubbing) use(p model.Params) {
	r.numbers = rubNumbers{time: float32(p.DT / float64(max(1, r.passes))), free: 1, drag: 1, reach: float32(p.FrictionReach())}
	if method := p.Integrator.Method(); !method.Impulsive {
		drag := float32(p.DragFactor())
		r.numbers.free, r.numbers.drag, r.numbers.reach = 1/drag, drag, 0
		if method.Staggered { // masses move by the new velocity
			r.numbers.reach = float32(p.DT) * drag
		}
	}
}

// lengthen makes room for so many slices and columns.
func (r *rubbing) lengthen(slices, columns int) {
	if r.passes == 0 {
		return
	}
	r.columns, r.touches = lengthened(r.columns, columns), lengthened(r.touches, columns)
	r.counts = lengthened(r.counts, table.Width*slices)
	for i := range r.gain {
		r.gain[i] = lengthened(r.gain[i], 3*table.Width*slices)
	}
}

// Use takes the numbers of the step of a run.
func (l *Lists) Use(p model.Params) { l.rubbing.use(p) }

// Passes are the passes of friction after a step, with one before them that counts and one
// after them that moves masses; 0: nothing rubs.
func (l *Lists) Passes() int {
	if l.rubbing.passes == 0 || !(l.rubbing.numbers.drag > 0) { // drag leaves no velocity
		return 0
	}
	return l.rubbing.passes + 2
}

// Touches are what press writes for friction; nil where nothing rubs.
func (l *Lists) Touches() []kernels.PairTouch {
	if l.rubbing.passes == 0 {
		return nil
	}
	return l.rubbing.touches
}

// Rub does a pass of friction for some of Slices. way is the longest way of a mass [m].
func (l *Lists) Rub(pass, first, count int, state kernels.Motions, g *kernels.Masses) (way float32) {
	for i := first; i < first+count; i++ {
		switch s := &l.Slices[i]; {
		case pass == 0:
			l.count(i, s)
		case pass == l.Passes()-1:
			way = max(way, l.move(i, s, state))
		default:
			l.rub(i, s, pass, state, g)
		}
	}
	return way
}

// count counts the touches of the masses of a slice, which have gained nothing yet.
func (l *Lists) count(i int, s *kernels.PairSlice) {
	counts := l.rubbing.counts[i*table.Width : (i+1)*table.Width]
	clear(counts)
	clear(l.rubbing.gain[0][i*3*table.Width : (i+1)*3*table.Width])
	for _, t := range l.rubbing.touches[s.First : s.First+s.Count] {
		for lane, force := range t.Force {
			if force > 0 {
				counts[lane]++
			}
		}
	}
}

// rub adds the friction of a pass on the masses of a slice, at the velocities that the
// passes before have left.
func (l *Lists) rub(i int, s *kernels.PairSlice, pass int, state kernels.Motions, g *kernels.Masses) {
	r := &l.rubbing
	from, to := r.gain[(pass-1)%2], r.gain[pass%2]
	at := i * 3 * table.Width
	copy(to[at:at+3*table.Width], from[at:at+3*table.Width])
	for pushed := s.Pushed; pushed != 0; pushed &= pushed - 1 {
		j := bits.TrailingZeros32(pushed)
		lane := int(s.Slice)*table.Width + j
		own := l.velocity(from, i, lane, state)
		var impulse [3]float32
		for column := s.First; column < s.First+s.Count; column++ {
			t := &r.touches[column]
			if t.Force[j] <= 0 {
				continue
			}
			other := int(l.Columns[column].Other[j])
			k := int(l.indexOf[other/table.Width])
			touches := max(r.counts[i*table.Width+j], r.counts[k*table.Width+other%table.Width])
			r.columns[column].add(&impulse, j, t, own, l.velocity(from, k, other, state), float32(touches), r.numbers.time)
		}
		perMass, movable := g.PerMass[lane], &g.Movable[s.Slice]
		for axis := range 3 {
			if movable[axis]>>j&1 != 0 {
				to[at+axis*table.Width+j] += impulse[axis] * perMass
			}
		}
	}
}

// velocity is w of a lane of the slice at place i, with what friction has added [m/s].
func (l *Lists) velocity(gain []float32, i, lane int, state kernels.Motions) [3]float32 {
	w := state.Velocity.Get(kernels.ArrayVX, lane)
	for axis := range 3 {
		w[axis] = w[axis]*l.rubbing.numbers.free + gain[(3*i+axis)*table.Width+lane%table.Width]
	}
	return w
}

// add adds the impulse of friction on a lane [N·s], at the velocities of its mass and of
// the other one.
func (c *rubColumn) add(impulse *[3]float32, lane int, t *kernels.PairTouch, own, other [3]float32, touches, time float32) {
	n := [3]float32{t.Normal[0][lane], t.Normal[1][lane], t.Normal[2][lane]}
	w := [3]float32{own[0] - other[0], own[1] - other[1], own[2] - other[2]}
	along := kernels.Dot(w, n)
	for axis := range 3 {
		w[axis] -= along * n[axis]
	}
	speed := float32(math.Sqrt(float64(kernels.Dot(w, w))))
	if speed == 0 {
		return
	}
	part := c.reduced[lane] / touches
	if most := part * speed; most > c.static[lane]*t.Force[lane]*time {
		part = min(c.kinetic[lane]*t.Force[lane]*time, most) / speed
	}
	for axis := range 3 {
		impulse[axis] -= part * w[axis]
	}
}

// move adds what friction has added to the velocities of the masses of a slice, and moves
// them. way is the square of the longest way [m²].
func (l *Lists) move(i int, s *kernels.PairSlice, state kernels.Motions) (way float32) {
	gain := l.rubbing.gain[l.rubbing.passes%2][i*3*table.Width:]
	for pushed := s.Pushed; pushed != 0; pushed &= pushed - 1 {
		j := bits.TrailingZeros32(pushed)
		lane := int(s.Slice)*table.Width + j
		x, v := state.Position.Get(kernels.ArrayX, lane), state.Velocity.Get(kernels.ArrayVX, lane)
		before := x
		for axis := range 3 {
			added := gain[axis*table.Width+j]
			v[axis] += l.rubbing.numbers.drag * added
			x[axis] += l.rubbing.numbers.reach * added
		}
		d := [3]float32{x[0] - before[0], x[1] - before[1], x[2] - before[2]}
		way = max(way, kernels.Dot(d, d))
		state.Position.Set(kernels.ArrayX, lane, x)
		state.Velocity.Set(kernels.ArrayVX, lane, v)
	}
	return way
}

func (r *rubbing) bytes() int64 {
	return 192*int64(cap(r.columns)) + 256*int64(cap(r.touches)) + 4*int64(cap(r.counts)+cap(r.gain[0])+cap(r.gain[1]))
}
