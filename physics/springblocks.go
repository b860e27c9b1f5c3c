package physics

import (
	"slices"
	"sync"

	"hooke/model"
)

// NearSprings are some springs in a row, with the positions of their ends side by side.
type NearSprings struct {
	model.Springs              // ends are indices of At
	First         int          // number of the first spring
	At            []model.Vec3 // [m]
	Pin           []model.Pin  // nil: nothing is pinned
}

// PinOf returns the pin of an end.
func (n *NearSprings) PinOf(end uint32) model.Pin {
	if n.Pin == nil {
		return 0
	}
	return n.Pin[end]
}

// SpringBlocks calls work for all springs of a model as model.InSpringBlocks does, with positions
// of their ends. A model in arrays has positions in float64; one by a pattern may have any, of
// which each block reads those near it, some times as many as the springs have ends A.
func SpringBlocks(m *model.Model, position model.Vectors, work func(block int, some NearSprings)) {
	if m.Pattern == nil || position.Wide != nil {
		m.InSpringBlocks(func(block, first int, some model.Springs) {
			work(block, NearSprings{some, first, position.Wide, m.Pin})
		})
		return
	}
	rooms := sync.Pool{New: func() any { return newNearRoom(m) }}
	model.InBlocks(m.SpringCount(), func(block, first, last int) {
		room := rooms.Get().(*nearRoom)
		work(block, room.read(&position, first, last))
		rooms.Put(room)
	})
}

// nearRoom is where springs of a block and positions near them are written, block after block.
type nearRoom struct {
	pattern *model.Pattern
	pins    []model.Pin // of the model
	order   []int       // the offsets, the nearest end B first
	ahead   []int       // from end A to end B in the positions of a block, of each offset
	springs model.Springs
	at      []model.Vec3
	pin     []model.Pin
}

func newNearRoom(m *model.Model) *nearRoom {
	p := m.Pattern
	r := &nearRoom{pattern: p, pins: m.Pin, ahead: make([]int, len(p.Stencil))}
	for k := range p.Stencil {
		if p.Count(k) > 0 {
			r.order = append(r.order, k)
		}
	}
	slices.SortFunc(r.order, func(a, b int) int { return p.Ahead(&p.Stencil[a]) - p.Ahead(&p.Stencil[b]) })
	return r
}

// read reads a block of springs. Their ends A are masses in a row, and so are their ends B of
// one offset, or of offsets that lead to masses near each other.
func (r *nearRoom) read(position *model.Vectors, first, last int) NearSprings {
	p := r.pattern
	if cap(r.springs.Ends) < last-first {
		count := last - first
		r.springs = model.Springs{Ends: make([]model.Ends, count), RestLength: make([]float64, count), MaterialOf: make([]uint16, count)}
	}
	some := model.Springs{Ends: r.springs.Ends[:last-first], RestLength: r.springs.RestLength[:last-first], MaterialOf: r.springs.MaterialOf[:last-first]}
	from, to := p.MassOf(first), p.MassOf(last-1)+1
	r.at, r.pin = r.at[:0], r.pin[:0]
	begin, end := from, to // masses in a row that are read next
	for _, k := range r.order {
		ahead := p.Ahead(&p.Stencil[k])
		if from+ahead > end {
			r.fill(position, begin, end)
			begin, end = from+ahead, from+ahead
		}
		end = max(end, min(to+ahead, p.MassCount()))
		r.ahead[k] = len(r.at) + from + ahead - begin
	}
	r.fill(position, begin, end)
	p.Write(first, some, from, r.ahead)
	return NearSprings{some, first, r.at, r.pin}
}

// fill adds the positions and pins of masses in a row.
func (r *nearRoom) fill(position *model.Vectors, begin, end int) {
	if end <= begin {
		return
	}
	old := len(r.at)
	r.at = slices.Grow(r.at, end-begin)[:old+end-begin]
	position.Fill(r.at[old:], begin)
	if r.pins != nil {
		r.pin = append(r.pin, r.pins[begin:end]...)
	}
}
