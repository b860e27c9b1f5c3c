package page

import (
	"math"

	"hooke/model"
	"hooke/physics/measure"
	"hooke/run/export"
	"hooke/viewer/draw/color"
)

// Absent is the color of a spring that is torn and of a point that has no value; the colors before it are
// entries of the map.
const Absent = 255

// frame is a state of a body, with memory for what is computed of it.
type frame struct {
	export.Frame
	place  []model.Vec3
	vertex [][3]float32
}

// paint finds the values of springs and points that colors show, by the law that has moved the masses. A
// point has the mean of its springs, as in the window.
type paint struct {
	thing    *thing
	color    color.Coloring
	quantity measure.Quantity // of the colorings that are one
	springs  *measure.Springs
	floor    float64 // smaller strains are rounding

	colored []bool   // masses that need a value: on the surface, or followed by it; nil: none
	read    []uint32 // springs that are read: those that are drawn and those at colored masses
	start   []uint32 // where the springs of each mass begin in at; one entry more than masses
	at      []uint32 // springs at the colored masses

	value  []float32 // of the springs of the model; those that read lacks have none
	ofMass []float32
	group  []float32 // of each mass; of ByGroup alone
}

func newPaint(t *thing, c color.Coloring, hung []bool, triangles [][3]uint32, farthest float64) *paint {
	m := t.body.Model
	p := &paint{thing: t, color: c, springs: reading(t.body), floor: color.StrainFloor(float32(farthest), float32(t.length)),
		value: make([]float32, m.StructuralCount()), ofMass: make([]float32, m.MassCount())}
	p.quantity = map[color.Coloring]measure.Quantity{color.ByForce: measure.Force, color.ByEnergy: measure.Energy}[c]
	if c == color.ByGroup {
		p.group = make([]float32, m.MassCount())
		for g, list := range m.Groups {
			for _, i := range list.Masses {
				p.group[i] = color.OfName(g + 1)
			}
		}
	}
	drawn := make([]bool, m.StructuralCount())
	for _, s := range t.spring {
		drawn[s] = true
	}
	p.start = make([]uint32, m.MassCount()+1)
	if t.triangles != nil {
		p.colored = make([]bool, m.MassCount())
		copy(p.colored, hung)
		for _, corners := range triangles {
			for _, i := range corners {
				p.colored[i] = true
			}
		}
	}
	for s, e := range m.StructuralEnds() {
		if m.MaterialOf[s] == model.Removed {
			drawn[s] = false
			continue
		}
		for _, i := range e {
			if p.colored != nil && p.colored[i] {
				drawn[s] = true
				p.start[i+1]++
			}
		}
	}
	for i := range m.MassCount() {
		p.start[i+1] += p.start[i]
	}
	p.at = make([]uint32, p.start[m.MassCount()])
	next := append([]uint32(nil), p.start...)
	for s, is := range drawn {
		if !is {
			continue
		}
		p.read = append(p.read, uint32(s))
		for _, i := range m.Ends[s] {
			if p.colored != nil && p.colored[i] {
				p.at[next[i]] = uint32(s)
				next[i]++
			}
		}
	}
	return p
}

// still reports whether the values are the same in all frames.
func (p *paint) still() bool { return p.color.Named() || p.color == color.Plain }

// ofSpring returns the value of spring s; NaN of a torn one.
func (p *paint) ofSpring(f *frame, s int) float32 {
	m := p.thing.body.Model
	if len(f.Changes) > 0 && f.Changes[s].Torn() {
		return float32(math.NaN())
	}
	e := m.Ends[s]
	switch p.color {
	case color.ByStrain, color.ByForce, color.ByEnergy:
		return float32(p.springs.InSnapshot(&f.Snapshot, s, f.RestScale).Shown(p.quantity))
	case color.BySpeed:
		return (speed(f.Velocity[e[0]]) + speed(f.Velocity[e[1]])) / 2
	case color.ByMaterial:
		return float32(m.MaterialOf[s])
	case color.ByActuator:
		if m.ActuatorOf != nil {
			return float32(m.ActuatorOf[s])
		}
	case color.ByGroup:
		return min(p.group[e[0]], p.group[e[1]])
	}
	return 0
}

func speed(v [3]float32) float32 {
	return float32(math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2])))
}

// update computes the values of a frame.
func (p *paint) update(f *frame) {
	model.InBlocks(len(p.read), func(_, first, last int) {
		for _, s := range p.read[first:last] {
			p.value[s] = p.ofSpring(f, int(s))
		}
	})
	if p.colored == nil {
		return
	}
	model.InBlocks(len(p.colored), func(_, first, last int) {
		for i := first; i < last; i++ {
			if p.colored[i] {
				p.ofMass[i] = p.mean(f, i)
			}
		}
	})
}

// mean returns the value of mass i: see surface_value.comp.
func (p *paint) mean(f *frame, i int) float32 {
	switch p.color {
	case color.BySpeed:
		return speed(f.Velocity[i])
	case color.ByGroup:
		return p.group[i]
	}
	var sum, largest float32
	count := 0
	for _, s := range p.at[p.start[i]:p.start[i+1]] {
		if v := p.value[s]; v == v {
			sum, largest, count = sum+v, max(largest, v), count+1
		}
	}
	switch {
	case p.color.Named():
		return largest
	case p.color == color.ByEnergy:
		return sum / 2
	case count == 0:
		return 0
	}
	return sum / float32(count)
}

// vertex returns the value of a vertex of the skin: see embedded_place.comp.
func (p *paint) vertex(v int) float32 {
	var sum, weights, largest, name float32
	for j, w := range p.thing.skin.Weights[v] {
		if w == 0 {
			continue
		}
		x := p.ofMass[p.thing.skin.Masses[v][j]]
		sum, weights = sum+max(w, 0)*x, weights+max(w, 0)
		if w > largest {
			largest, name = w, x
		}
	}
	switch {
	case p.color.Named():
		return name
	case weights == 0:
		return 0
	}
	return sum / weights
}

// seen summarizes the values of all springs, or for speed of all masses, in a frame.
func (p *paint) seen(f *frame) color.Seen {
	m := p.thing.body.Model
	count := m.StructuralCount()
	of := func(s int) float32 { return p.ofSpring(f, s) }
	if p.color == color.BySpeed {
		count, of = m.MassCount(), func(i int) float32 { return speed(f.Velocity[i]) }
	}
	every := max(1, count/mostSampled)
	sample := make([]float32, 0, count/every+1)
	least, most := math.Inf(1), math.Inf(-1)
	for s := 0; s < count; s += every {
		if p.color != color.BySpeed && m.MaterialOf[s] == model.Removed {
			continue
		}
		if v := of(s); v-v == 0 {
			sample = append(sample, v)
			least, most = min(least, float64(v)), max(most, float64(v))
		}
	}
	return color.SeenOf(least, most, sample)
}

// mostSampled is the largest number of values from which a range is chosen.
const mostSampled = 4096
