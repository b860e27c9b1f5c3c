package ensemble

import (
	"math"

	"hooke/gpu/settings"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// two returns the words of a number in two words.
func two(x float64) []uint32 {
	return []uint32{float(x), float(x - float64(float32(x)))}
}

// vector returns the words of a vector.
func vector(x model.Vec3) []uint32 { return []uint32{float(x[0]), float(x[1]), float(x[2])} }

// put adds words to the table and returns where they begin.
func (t *table) put(words ...[]uint32) uint32 {
	at := uint32(len(t.words))
	for _, some := range words {
		t.words = append(t.words, some...)
	}
	return at
}

// addActs writes the forces and rules other than springs, forces and fixed planes.
func (t *table) addActs() {
	if t.shapes {
		t.addContacts()
	}
	t.addPulls()
	if t.wind {
		t.addWind()
	}
	paths := make(map[int]uint32, len(t.paths)) // the first signal of each
	for number, k := range t.paths {
		paths[k] = uint32(t.signals.at["PATH"] + 6*number)
	}
	t.addGuides(paths)
	var ways [][]uint32
	for _, k := range t.paths {
		ways = append(ways, t.wayOf(t.kind.Params.Guides[k].Path))
	}
	t.pathsAt = int(t.put(ways...))
	ways = nil
	for _, k := range t.trajectories {
		ways = append(ways, t.trajectoryOf(k))
	}
	t.trajectoriesAt = int(t.put(ways...))
}

// addContacts writes contacts, and the numbers of masses for those per mass.
func (t *table) addContacts() {
	t.contactsAt = len(t.words)
	p := t.kind.Params
	for k, c := range p.Contacts {
		f := settings.FormOf(c.Shape)
		flags := [2]uint32{}
		if c.Inside && f.Shape != shaders.ShapePlane { // the inside of a plane is the outside of the opposite one
			flags[0] = 1
		}
		if c.PerMass {
			flags[1] = 1
		}
		t.put([]uint32{f.Shape | t.trajectoryAt(k)<<8, flags[0], flags[1]}, vector(f.P), vector(f.A), vector(f.Q), []uint32{float(f.Qw), float(f.Size)})
	}
	for i, own := range physics.ContactTuning(t.kind.Model, p) {
		for k, c := range p.Contacts {
			of := c.At(own, 1, p.DT, 1)
			at := i*t.massWords() + t.tunedWord + 2*k
			t.words[at], t.words[at+1] = float(of.Stiffness), float(of.Damping)
		}
	}
}

// Kinds of pulls in the table.
const (
	pullMotor = iota
	pullHandle
)

// addPulls writes motors and handles, and those of each mass, in this order.
func (t *table) addPulls() {
	if !t.pulled {
		return
	}
	m, p := t.kind.Model, t.kind.Params
	of := make([][]uint32, m.MassCount())
	var speeds [][]uint32
	for k, motor := range p.Motors {
		at := t.put([]uint32{pullMotor, uint32(t.signals.at["MOTOR"] + k), float(motor.Damping), float(motor.Limit)}, vector(motor.UnitAxis()))
		m.Each(motor.Masses, func(i int) { of[i] = append(of[i], at) })
		speeds = append(speeds, []uint32{float(motor.Speed), t.addCurve(motor.Table), uint32(len(motor.Table.At))})
	}
	for _, h := range p.Handles {
		at := t.put([]uint32{pullHandle, float(h.Stiffness), float(h.Damping)}, vector(h.Target), vector(h.TargetVelocity))
		of[h.Mass] = append(of[h.Mass], at)
	}
	t.motorsAt = int(t.put(speeds...))
	t.list(t.pullWord, of)
}

// list writes a list for each mass, and its address.
func (t *table) list(word int, of [][]uint32) {
	for i, some := range of {
		at := i*t.massWords() + word
		t.words[at] = t.put(some)
		t.words[at+1] = uint32(len(t.words))
	}
}

// addWind writes the wind, and the triangles of each mass.
func (t *table) addWind() {
	m, w := t.kind.Model, t.kind.Params.Wind
	perCell, pressure := 0., w.Density()/2
	if w.Gust > 0 {
		perCell = 1 / w.GustTime
	}
	seed := model.GustCell(w.Seed, 0)
	t.windAt = int(t.put(vector(w.Velocity), []uint32{float(w.Gust)}, two(perCell), []uint32{uint32(seed), uint32(seed >> 32), float(pressure * w.Drag), float(pressure * w.Lift)}))
	of := make([][]uint32, m.MassCount())
	for _, corners := range m.Triangles {
		for _, i := range corners {
			of[i] = append(of[i], corners[:]...)
		}
	}
	t.list(t.blowWord, of)
}

// addGuides writes the guide of each guided mass.
func (t *table) addGuides(paths map[int]uint32) {
	m := t.kind.Model
	for k, g := range t.kind.Params.Guides {
		m.Each(g.Masses, func(i int) {
			point := m.RestPosition[i]
			hold := append([]uint32{uint32(g.Kind)}, vector(point)...)
			switch {
			case g.Kind == model.OnPath:
				hold = append(hold, paths[k], 0, 0)
				t.words[i*t.massWords()+4] = onPath
			case g.Point != nil:
				copy(hold[1:], vector(*g.Point))
				fallthrough
			default:
				hold = append(hold, vector(g.UnitDirection())...)
			}
			t.words[i*t.massWords()+t.guideWord] = t.put(hold)
		})
	}
}

// onPath is how a mass moves that a path moves, in the table.
const onPath = 8

// wayOf returns the words of a path and writes the data to which they point.
func (t *table) wayOf(p model.Path) (out []uint32) {
	for _, x := range p.Velocity {
		out = append(out, two(x)...)
	}
	out = append(out, vector(p.Amplitude)...)
	wave, wheel, cycle := uint32(0), uint32(0), uint32(0)
	if p.Amplitude != (model.Vec3{}) {
		wave, wheel = 1, t.wheel(p.Frequency, p.Phase)
		if p.Wave == model.Table {
			wave, cycle = 2, t.addCurve(p.Cycle)
		}
	}
	at := uint32(len(t.words))
	for _, point := range p.Table {
		t.put(two(point.Time), vector(point.Offset))
	}
	return append(out, wave, wheel, float(p.Frequency), cycle, uint32(len(p.Cycle.At)), at, uint32(len(p.Table)))
}

// trajectoryOf returns the words of the trajectory of a contact and writes the data to which
// they point.
func (t *table) trajectoryOf(contact int) []uint32 {
	c := t.kind.Params.Contacts[contact]
	k, spin := c.Trajectory, c.Trajectory.Spin.Len()
	out := append(t.wayOf(k.Path), uint32(contact))
	axis, spins := model.Vec3{}, uint32(0)
	if spin > 0 {
		axis, spins = k.Spin.Mul(1/spin), 1
	}
	out = append(append(append(out, spins), vector(axis)...), float(spin), t.wheel(spin/(4*math.Pi), 0))
	rate := uint32(len(t.words))
	for i, at := range k.Rate.At {
		t.put(two(at), []uint32{float(k.Rate.Value[i])}, two(k.Rate.Until(at)))
	}
	out = append(append(out, rate, uint32(len(k.Rate.At))), two(spin/(4*math.Pi))...)
	out = append(out, vector(k.Belt)...)
	offset, _ := k.Path.At(0)
	pivot, given := c.Posed(0).Trajectory.Pivot.Sub(offset), uint32(0)
	if k.Pivot != nil {
		pivot, given = *k.Pivot, 1
	}
	return append(append(out, given), vector(pivot)...)
}
