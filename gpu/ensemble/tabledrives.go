package ensemble

import (
	"hooke/model"
)

// addCurve writes the points of a curve and returns where they begin.
func (t *table) addCurve(c model.Curve) uint32 {
	at := uint32(len(t.words))
	for k, x := range c.At {
		high := float32(x)
		t.words = append(t.words, float(x), float(x-float64(high)), float(c.Value[k]))
	}
	return at
}

// waveOf returns the number of a wave in shaders.
func waveOf(a model.Actuator) uint32 {
	switch {
	case a.Wave == model.Square:
		return 1
	case a.Wave == model.Sawtooth:
		return 2
	case a.Wave == model.Table && a.Table.Of(0) != a.Table.Of(1):
		return 4
	case a.Wave == model.Table:
		return 3
	}
	return 0
}

// addMuscles writes muscles with the laws that they drive, laws that none drives, and the curves of
// external forces.
func (t *table) addMuscles() {
	driven := make([][]uint32, 1+len(t.kind.Params.Actuators))
	for i, l := range t.laws {
		driven[l.Actuator] = append(driven[l.Actuator], uint32(i))
	}
	var muscles []uint32
	for k, a := range t.kind.Params.Actuators {
		curve, points := uint32(0), uint32(0)
		if a.Wave == model.Table {
			curve, points = t.addCurve(a.Table), uint32(len(a.Table.At))
		}
		at := uint32(len(t.words))
		t.words = append(t.words, driven[k+1]...)
		muscles = append(muscles, waveOf(a), curve, points, at, uint32(len(t.words)))
	}
	t.musclesAt = len(t.words)
	t.words = append(t.words, muscles...)
	t.fixedAt, t.fixed = len(t.words), len(driven[0])
	t.words = append(t.words, driven[0]...)
	var forces []uint32
	for _, f := range t.kind.Params.Forces {
		forces = append(forces, t.addCurve(f.Table), uint32(len(f.Table.At)))
	}
	t.forcesAt = len(t.words)
	t.words = append(t.words, forces...)
}

// addMeasured writes the springs whose strains and works are measured, and numbers those that muscles drive.
func (t *table) addMeasured(law []uint32, own []model.Coefficients) {
	m := t.kind.Model
	t.springsAt = len(t.words)
	for s, ends := range m.Ends {
		material := m.MaterialOf[s]
		if material == model.Removed {
			continue
		}
		perRest, flags := 0., uint32(0)
		if m.RestLength[s] > 0 {
			perRest = 1 / m.RestLength[s]
		}
		if t.laws[law[s]].Actuator > 0 {
			flags |= drivenSpring | uint32(t.driven)<<drivenShift
			t.driven++
		}
		if m.Cable(s) {
			flags |= cableSpring
		}
		t.words = append(t.words, ends[0], ends[1], law[s], float(m.RestLength[s]), float(perRest), float(own[s].Stiffness), flags)
		t.springs++
	}
}
