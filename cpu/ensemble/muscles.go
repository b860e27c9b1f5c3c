package ensemble

import (
	"math"

	"hooke/model"
)

// muscles are those of a member that is stepped by itself. Lanes of the kernel are laws that have one.
type muscles struct {
	rows, laws, rest []float32
	scales           []float32 // L0(t)/L0 of each muscle that is evaluated in Go
	driven           []driven
	call             driveCall
}

// newMuscles allocates the muscles of a shape.
func newMuscles(s *shape) (m muscles) {
	count := (len(s.pulled) + lanes - 1) / lanes
	if count == 0 {
		return m
	}
	m = muscles{rows: vectors(count * muscleSize), laws: vectors(count * lawSize), rest: vectors(count * lanes), scales: make([]float32, len(s.kind.Params.Actuators))}
	for i := range uint32(count) {
		m.driven = append(m.driven, driven{law: i * lawSize, rest: i * lanes, muscle: i * muscleSize})
	}
	m.call = driveCall{muscles: &m.rows[0], count: int64(count), laws: &m.laws[0], rest: &m.rest[0], driven: &m.driven[0], pulled: int64(count)}
	return m
}

// write takes the values of the member.
func (m *muscles) write(s *shape, laws [][lawRows]float32, p model.Params) {
	for i, law := range s.pulled {
		m.rest[i] = laws[law][rowRest]
	}
	m.stretch(s, p)
}

// stretch takes the amplitudes.
func (m *muscles) stretch(s *shape, p model.Params) {
	for i, law := range s.pulled {
		put(m.rows, i/lanes*muscleSize, rowAmplitude, i%lanes, p.Actuators[s.table.laws[law].Actuator-1].Amplitude)
	}
}

// drive evaluates the muscles at the time of the step, moves them on, and scales the springs that they drive.
func (k *single) drive(code *kernel) {
	m := &k.muscles
	if len(k.pulled) == 0 {
		return
	}
	if k.smooth {
		for i := range k.params.Actuators {
			m.scales[i] = float32(k.phases[i].slowly(&k.params.Actuators[i], k.kind.Params.DT))
		}
	} else {
		for i, law := range k.pulled {
			m.rows[i/lanes*muscleSize+rowTurn*lanes+i%lanes] = math.Float32frombits(uint32(k.phases[k.laws[law].Actuator-1].turn >> 32))
		}
		for i := range k.phases {
			k.phases[i].turn += k.phases[i].step
		}
		code.drive(&m.call)
	}
	for i, law := range k.pulled {
		scale := m.laws[i/lanes*lawSize+rowRest*lanes+i%lanes]
		if k.smooth {
			scale = m.rest[i] * m.scales[k.laws[law].Actuator-1]
		}
		for _, at := range k.tables[law] {
			k.lawTables[at+rowRest*lanes] = scale
		}
	}
}
