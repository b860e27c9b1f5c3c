package join

import (
	"container/heap"
	"math"

	"hooke/model"
)

// way is the shortest way along springs from a pinned mass to another mass.
type way struct {
	length float64 // sum of the rest lengths [m]
	anchor uint32  // where it begins
	last   uint32  // the spring at its end
}

// ways finds the nearest pinned masses of all masses (Dijkstra, from all pinned masses at once).
// No way goes through a pinned mass.
type ways struct {
	model   *model.Model
	anchors int       // of each mass, at most
	reach   []float64 // L0 of each spring, a muscle's where it is longest [m]; negative: no way goes along it
	first   []int32   // where the springs of each mass begin in at
	at      []uint32
	to      [][]way // of each mass, the nearest first
	ahead   fringe
}

func newWays(m *model.Model, o AttachOptions) *ways {
	w := &ways{model: m, anchors: max(1, o.Anchors), reach: make([]float64, m.StructuralCount()), first: make([]int32, m.MassCount()+1), to: make([][]way, m.MassCount())}
	for s := range w.reach {
		w.reach[s] = m.RestLength[s]
		if m.ActuatorOf != nil && m.ActuatorOf[s] != 0 && int(m.ActuatorOf[s]) <= len(o.Actuators) {
			w.reach[s] *= 1 + math.Abs(o.Actuators[m.ActuatorOf[s]-1].Amplitude)
		}
		if !holds(m, s) {
			w.reach[s] = -1
			continue
		}
		for _, end := range m.Ends[s] {
			w.first[end+1]++
		}
	}
	for i := range m.MassCount() {
		w.first[i+1] += w.first[i]
	}
	w.at = make([]uint32, w.first[m.MassCount()])
	next := append([]int32(nil), w.first...)
	for s, reach := range w.reach {
		if reach >= 0 {
			for _, end := range m.Ends[s] {
				w.at[next[end]] = uint32(s)
				next[end]++
			}
		}
	}
	return w
}

// holds reports whether a spring keeps its ends together.
func holds(m *model.Model, s int) bool {
	if m.MaterialOf[s] == model.Removed {
		return false
	}
	of := &m.Materials[m.MaterialOf[s]]
	return of.Rigid || of.Rod.There() || of.Stiffness > 0 || of.AxialRigidity > 0 || of.Frequency > 0 || of.Normalized.Stiffness > 0 || of.Inelastic.Table.There() || m.Own != nil && m.Own[s].Stiffness > 0
}

// step is the end of a way that has been found, and waits for its turn.
type step struct {
	way
	mass uint32
}

// begin starts ways at all pinned masses, and says whether there are some.
func (w *ways) begin() (any bool) {
	for i := range uint32(w.model.MassCount()) {
		if w.model.PinOf(int(i)) == model.PinAll {
			any = true
			w.goOn(i, way{anchor: i})
		}
	}
	return any
}

// goOn takes a way on to the neighbors of the mass that it has come to.
func (w *ways) goOn(mass uint32, from way) {
	for _, s := range w.at[w.first[mass]:w.first[mass+1]] {
		ends := w.model.Ends[s]
		other := ends[0] + ends[1] - mass
		if w.model.PinOf(int(other)) != model.PinAll && len(w.to[other]) < w.anchors && !w.reached(other, from.anchor) {
			heap.Push(&w.ahead, step{way{from.length + w.reach[s], from.anchor, s}, other})
		}
	}
}

// find takes ways on, the shortest first, until all masses have theirs.
func (w *ways) find() {
	for len(w.ahead) > 0 {
		one := heap.Pop(&w.ahead).(step)
		if len(w.to[one.mass]) < w.anchors && !w.reached(one.mass, one.anchor) {
			w.to[one.mass] = append(w.to[one.mass], one.way)
			w.goOn(one.mass, one.way)
		}
	}
}

// reached reports whether a mass has a way from an anchor.
func (w *ways) reached(mass, anchor uint32) bool {
	for _, way := range w.to[mass] {
		if way.anchor == anchor {
			return true
		}
	}
	return false
}

// fringe are the ends of ways, as a heap: shorter ones first, then by numbers, so that the order
// of springs in memory decides nothing.
type fringe []step

func (f fringe) Len() int { return len(f) }
func (f fringe) Less(a, b int) bool {
	x, y := &f[a], &f[b]
	switch {
	case x.length != y.length:
		return x.length < y.length
	case x.anchor != y.anchor:
		return x.anchor < y.anchor
	case x.mass != y.mass:
		return x.mass < y.mass
	}
	return x.last < y.last
}
func (f fringe) Swap(a, b int) { f[a], f[b] = f[b], f[a] }
func (f *fringe) Push(x any)   { *f = append(*f, x.(step)) }
func (f *fringe) Pop() any {
	last := len(*f) - 1
	x := (*f)[last]
	*f = (*f)[:last]
	return x
}
