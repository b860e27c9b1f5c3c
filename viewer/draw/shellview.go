package draw

import (
	"math"
	"slices"
	"sync"

	"hooke/model"
	"hooke/shaders"
	"hooke/viewer/draw/surface"
)

// ShellReader copies positions and velocities of some masses of the whole, see model.MassReader.
type ShellReader func(masses []uint32, dst *model.Snapshot)

// ShellView shows a shell in one state of the whole after the other, for a Subject.
type ShellView struct {
	shell  *Shell
	origin model.Vec3 // that positions of the start are counted from [m]
	read   ShellReader
	now    func() // calls Moved where the state has changed
	still  bool   // the start is the present state

	rooms   sync.Pool // of model.Springs, for blocks
	samples int       // strains that are wanted in a sample
	known   bool      // whether the following fields are of the present state

	box         Bounds
	least, most float32
	sample      []float32
}

// usual is how many strains pictures ask for.
const usual = 4096

// View returns the shell of a whole whose present state read tells, from an origin [m]. now is called
// before a look, and calls Moved where the state is another one than at the last look.
func (s *Shell) View(origin model.Vec3, now func(), read ShellReader) *ShellView {
	return &ShellView{shell: s, origin: origin, now: now, read: read, samples: usual, rooms: sync.Pool{New: func() any { return new(model.Springs) }}}
}

// Picture is the shell of a whole that has one state, which is its start, too.
func (s *Shell) Picture(read ShellReader) *ShellView {
	v := s.View(model.Vec3{}, func() {}, read)
	v.still = true
	return v
}

// Moved says that the state is another one now.
func (v *ShellView) Moved() { v.known = false }

// Excerpt is how many masses and springs the whole has, and which masses of the part are inside.
func (v *ShellView) Excerpt() surface.Excerpt {
	return surface.Excerpt{Masses: v.shell.whole.MassCount(), Springs: v.shell.whole.SpringCount(), Inside: v.shell.Inside}
}

// SpringLength is the median length of up to a thousand springs at the start, in float32 [m].
func (v *ShellView) SpringLength() float32 {
	m := v.shell.whole
	var masses []uint32 // the two ends of each
	for s := 0; s < m.SpringCount(); s += 1 + m.SpringCount()/1000 {
		ends, _, _ := m.Spring(s)
		masses = append(masses, ends[0], ends[1])
	}
	at := v.starts(masses)
	var lengths []float32
	for k := 0; k < len(at); k += 2 {
		lengths = append(lengths, distance(at[k], at[k+1]))
	}
	slices.Sort(lengths)
	return lengths[len(lengths)/2]
}

// starts are where masses start [m].
func (v *ShellView) starts(masses []uint32) [][3]float32 {
	var state model.Snapshot
	if v.still {
		v.read(masses, &state)
		return state.Position
	}
	state.Resize(len(masses))
	for k, mass := range masses {
		for axis, c := range v.shell.whole.RestAt(int(mass)).Sub(v.origin) {
			state.Position[k][axis] = float32(c)
		}
	}
	return state.Position
}

func distance(a, b [3]float32) float32 {
	x, y, z := b[0]-a[0], b[1]-a[1], b[2]-a[2]
	return float32(math.Sqrt(float64(x*x + y*y + z*z)))
}

// Places writes where masses of the whole are, from one on [m].
func (v *ShellView) Places(first int, dst []shaders.Position) {
	v.now()
	var state model.Snapshot
	v.read(row(nil, first, len(dst)), &state)
	for k := range dst {
		dst[k].Xyz = state.Position[k]
	}
}

// row returns the numbers of masses in a row, in room, which grows as it must.
func row(room []uint32, first, count int) []uint32 {
	room = room[:0]
	for i := range count {
		room = append(room, uint32(first+i))
	}
	return room
}

// Bounds is the box around all finite positions [m].
func (v *ShellView) Bounds() Bounds {
	v.look()
	return v.box
}

// Strains returns the least and the largest finite strain of all springs, and those of count of
// them, which the pass value-range would sample.
func (v *ShellView) Strains(count int) (least, most float32, sample []float32) {
	if v.samples != count {
		v.samples, v.known = count, false
	}
	v.look()
	return v.least, v.most, slices.Clone(v.sample)
}

// look goes once over all masses and springs, layer by layer: no more layers are in memory
// than springs reach.
func (v *ShellView) look() {
	if v.now(); v.known {
		return
	}
	p := v.shell.whole.Pattern
	v.known, v.least, v.most = true, float32(math.Inf(1)), float32(math.Inf(-1))
	v.sample = make([]float32, min(v.samples, p.SpringCount()))
	v.box = Bounds{Lo: model.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}, Hi: model.Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}}
	layer, held := p.Size[0]*p.Size[1], p.Reach()[2]+1
	var room []uint32
	var state model.Snapshot
	layers := make([][][3]float32, held) // layer z is at z modulo held
	take := func(z int) {
		if z < p.Size[2] {
			room = row(room, z*layer, layer)
			v.read(room, &state)
			layers[z%held] = append(layers[z%held][:0], state.Position...)
			v.enclose(state.Position)
		}
	}
	for z := range held - 1 {
		take(z)
	}
	for z := range p.Size[2] {
		take(z + held - 1)
		from := make([][][3]float32, held) // layer z and those after it
		for ahead := range from {
			from[ahead] = layers[(z+ahead)%held]
		}
		v.strains(z, from)
	}
	if v.box.Lo[0] > v.box.Hi[0] {
		v.box = Bounds{} // no position is finite
	}
}

// enclose widens the box to hold positions.
func (v *ShellView) enclose(position [][3]float32) {
	for _, x := range position {
		if size := max(abs(x[0]), abs(x[1]), abs(x[2])); !(size <= math.MaxFloat32) {
			continue // Inf or NaN
		}
		for axis, c := range x {
			v.box.Lo[axis], v.box.Hi[axis] = min(v.box.Lo[axis], float64(c)), max(v.box.Hi[axis], float64(c))
		}
	}
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// strains looks at the springs of the masses of layer z; layers are the positions in it and in
// those after it.
func (v *ShellView) strains(z int, layers [][][3]float32) {
	m := v.shell.whole
	p := m.Pattern
	layer := p.Size[0] * p.Size[1]
	first := z * layer
	from, to := p.SpringsBefore(first), p.SpringsBefore(first+layer)
	at := func(mass uint32) [3]float32 {
		place, ahead := int(mass)-first, 0
		for ; place >= layer; place -= layer {
			ahead++
		}
		return layers[ahead][place]
	}
	var merge sync.Mutex
	model.InBlocks(to-from, func(_, begin, end int) {
		room := v.rooms.Get().(*model.Springs)
		defer v.rooms.Put(room)
		least, most := float32(math.Inf(1)), float32(math.Inf(-1))
		some := m.SpringsOf(from+begin, from+end, room)
		next := sampleAfter(from+begin, len(v.sample), m.SpringCount())
		for k, ends := range some.Ends {
			strain := float32(0)
			if rest := float32(some.RestLength[k]); rest > 0 {
				strain = (distance(at(ends[0]), at(ends[1])) - rest) / rest
			}
			if abs(strain) <= math.MaxFloat32 {
				least, most = min(least, strain), max(most, strain)
			}
			for next < len(v.sample) && sampled(next, len(v.sample), m.SpringCount()) == from+begin+k {
				v.sample[next] = strain
				next++
			}
		}
		merge.Lock()
		v.least, v.most = min(v.least, least), max(v.most, most)
		merge.Unlock()
	})
}

// sampled returns the number of the spring of sample k, as in the pass value-range.
func sampled(k, samples, springs int) int {
	each := uint32(springs) / uint32(samples)
	return int(uint32(k)*each + hashed(uint32(k))%each)
}

// sampleAfter returns the first sample whose spring has at least a number.
func sampleAfter(spring, samples, springs int) int {
	if samples == 0 {
		return 0
	}
	k := spring / (springs / samples) // its springs begin there
	if k < samples && sampled(k, samples, springs) < spring {
		k++
	}
	return min(k, samples)
}

// hashed spreads numbers; PCG by M. O'Neill (2014), as in value_range.comp.
func hashed(k uint32) uint32 {
	state := k*747796405 + 2891336453
	word := ((state >> ((state >> 28) + 4)) ^ state) * 277803737
	return (word >> 22) ^ word
}
