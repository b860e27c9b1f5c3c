package gpu

import (
	"math"

	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// uploadSprings writes ends, rest lengths and materials of springs, which stay the
// same during a run.
func (b *buffers) uploadSprings(m *model.Model) {
	glx.Upload(b.ends, 0, m.Ends)
	springs := make([]shaders.Spring, min(ranges.BlockItems, m.SpringCount()))
	ranges.Ranges{All: int64(m.SpringCount())}.Blocks(1, ranges.BlockItems, func(begin, count, at, _ int64) {
		order.InParallel(int(count), 1, func(first, end int) {
			for k := first; k < end; k++ {
				s := int(begin) + k
				springs[k] = shaders.Spring{RestLength: float32(m.RestLength[s]), Kind: uint32(m.MaterialOf[s])}
				if m.ActuatorOf != nil {
					springs[k].Kind |= uint32(m.ActuatorOf[s]) << 16
				}
			}
		})
		glx.Upload(b.spring, at, springs[:count])
	})
}

// uploadPalette writes the materials, for each range of springs.
func (b *buffers) uploadPalette(m *model.Model, d *ranges.Division) {
	materials := make([]shaders.Material, len(m.Materials))
	for i, material := range m.Materials {
		materials[i] = shaders.Material{Stiffness: float32(material.Stiffness), Damping: float32(material.Damping)}
		if material.TensionOnly {
			materials[i].Flags |= shaders.TensionOnly
		}
	}
	if d == nil {
		glx.Upload(b.material, 0, materials)
		return
	}
	for _, w := range b.own[b.material] {
		glx.Upload(b.material, w.Offset/12, materials)
	}
}

// uploadCoefficients rounds k and c of every spring and writes them behind the palettes, with second words behind the first ones where
// the precision has them. What float32 cannot hold is an error, and nothing is written.
func (b *buffers) uploadCoefficients(r *table.Response, d *ranges.Division) error {
	m := r.Model
	if !m.PerSpring() && b.precision == options.Single {
		return nil
	}
	var failed order.FirstError
	order.InParallel(m.SpringCount(), 1, func(first, end int) {
		for s := first; s < end; s++ {
			if _, err := r.Spring(s); err != nil {
				failed.At(s, err)
				return
			}
		}
	})
	if failed.Err != nil {
		return failed.Err
	}
	_, words := b.precision.Words()
	springs := ranges.Ranges{All: int64(m.SpringCount())}
	if d != nil {
		springs = d.Springs
	}
	out := make([]shaders.Material, min(ranges.BlockItems, m.SpringCount()))
	low := make([]shaders.Material, len(out)*int(words-1))
	springs.Blocks(words, ranges.BlockItems, func(begin, count, at, second int64) {
		order.InParallel(int(count), 1, func(first, end int) {
			for k := first; k < end; k++ {
				s := int(begin) + k
				own, _ := r.Spring(s)
				_, restLengthLow := options.TwoWords(m.RestLength[s])
				out[k] = shaders.Material{Stiffness: own.Stiffness, Damping: own.Damping, Flags: math.Float32bits(restLengthLow)}
				if words > 1 {
					low[k] = shaders.Material{Stiffness: own.StiffnessLow, Damping: own.DampingLow}
				}
			}
		})
		palettes := int64(len(m.Materials))
		if d != nil {
			palettes = (int64(springs.Of(begin)) + 1) * d.Palette
		}
		glx.Upload(b.material, palettes+at, out[:count])
		if words > 1 {
			glx.Upload(b.material, palettes+at+second, low[:count])
		}
	})
	return nil
}

// uploadState writes what moves, rounded to the engine's precision. The
// velocity of a pinned axis is zero. Masses on paths are where those are at the
// state's time.
func (b *buffers) uploadState(m *model.Model, masses ranges.Ranges, p model.Params, s *model.State) {
	positionWords, words := b.precision.Words()
	most := min(ranges.BlockItems, m.MassCount())
	x, xLow := make([]shaders.Position, most), make([]shaders.Position, most)
	masses.Blocks(positionWords, ranges.BlockItems, func(begin, count, at, second int64) {
		order.InParallel(int(count), 1, func(first, end int) {
			for k := first; k < end; k++ {
				i := int(begin) + k
				x[k], xLow[k] = positionRecords(m, i, s.Position[i])
			}
		})
		uploadWords(b.position, positionWords, at, second, x[:count], xLow[:count])
	})
	v, vLow := make([]shaders.Velocity, most), make([]shaders.Velocity, most)
	masses.Blocks(words, ranges.BlockItems, func(begin, count, at, second int64) {
		order.InParallel(int(count), 1, func(first, end int) {
			for k := first; k < end; k++ {
				i := int(begin) + k
				speed := s.Velocity[i]
				for axis := range 3 {
					if m.PinOf(i)>>axis&1 != 0 {
						speed[axis] = 0
					}
				}
				v[k], vLow[k] = velocityRecords(m, i, speed)
			}
		})
		uploadWords(b.velocity, words, at, second, v[:count], vLow[:count])
	})
	p.OnPaths(m, s.Time, func(i int, place, speed model.Vec3) {
		x[0], xLow[0] = positionRecords(m, i, place)
		at, second := masses.Record(int64(i), positionWords)
		uploadWords(b.position, positionWords, at, second-at, x[:1], xLow[:1])
		v[0], vLow[0] = velocityRecords(m, i, speed)
		at, second = masses.Record(int64(i), words)
		uploadWords(b.velocity, words, at, second-at, v[:1], vLow[:1])
	})
	b.clearStatus()
}

// positionRecords are both words of the position of mass i [m] and of its inverse mass.
func positionRecords(m *model.Model, i int, x model.Vec3) (high, low shaders.Position) {
	high.Xyz, low.Xyz = options.TwoWords3(x)
	high.InverseMass, low.InverseMass = options.TwoWords(m.InverseMass(i))
	return high, low
}

// velocityRecords are both words of the velocity of mass i [m/s], and its pin.
func velocityRecords(m *model.Model, i int, v model.Vec3) (high, low shaders.Velocity) {
	high.Xyz, low.Xyz = options.TwoWords3(v)
	high.Pin = float32(m.PinOf(i))
	return high, low
}

// uploadWords writes first words from a record on, and second ones so far behind them
// where there are two.
func uploadWords[T any](b *glx.Buffer, words, at, second int64, high, low []T) {
	glx.Upload(b, at, high)
	if words > 1 {
		glx.Upload(b, at+second, low)
	}
}

// rest sets the velocity of masses that are pinned on all axes to zero.
func (b *buffers) rest(m *model.Model, masses ranges.Ranges, at []uint32) {
	_, words := b.precision.Words()
	for _, i := range at {
		first, second := masses.Record(int64(i), words)
		glx.Upload(b.velocity, first, []shaders.Velocity{{Pin: float32(m.PinOf(int(i)))}})
		if words > 1 {
			glx.Upload(b.velocity, second, []shaders.Velocity{{}})
		}
	}
}

// uploadParams writes the uniform block and the contacts of a run, in which no
// spring may be longer than runaway [m].
func (b *buffers) uploadParams(m *model.Model, s *settings.Settings, runaway float64, commonLoads int, d *ranges.Division) {
	p, palette := &s.Params, int64(len(m.Materials))
	if d != nil {
		palette = d.Palette
	}
	gravity, gravityLow := options.TwoWords4(p.Gravity)
	dt, dtLow := options.TwoWords(p.DT)
	drag, dragLow := options.TwoWords(p.DragFactor())
	rate, rateLow := options.TwoWords(p.DragRate())
	taken, takenLow := options.TwoWords(p.DragTaken())
	layout, half := s.Signals, p.Wind.Density()/2
	reach, reachLow := options.TwoWords(p.FrictionReach())
	quadratic, quadraticLow := options.TwoWords(p.QuadraticDrag)
	windDrag, windDragLow := options.TwoWords(half * p.Wind.Drag)
	windLift, windLiftLow := options.TwoWords(half * p.Wind.Lift)
	glx.Upload(b.params, 0, []shaders.Params{{
		Gravity:       gravity,
		GravityLow:    gravityLow,
		DT:            dt,
		DTLow:         dtLow,
		DragFactor:    drag,
		DragFactorLow: dragLow,
		DragTaken:     taken,
		DragTakenLow:  takenLow,
		DragRate:      rate,
		DragRateLow:   rateLow,
		MassCount:     uint32(m.MassCount()),
		SpringCount:   uint32(m.SpringCount()),
		ContactCount:  uint32(len(p.Contacts)),
		PaletteCount:  uint32(palette),
		Runaway:       float32(runaway),
		FrictionReach: reach,
		SignalVectors: uint32(layout.Vectors()),
		CommonLoads:   uint32(commonLoads),
		GuidedCount:   uint32(p.Guided(m)),

		LoadCount: uint32(len(p.Forces) + len(p.Motors) + len(p.Handles)),

		QuadraticDrag: quadratic,
		WindDrag:      windDrag,
		WindLift:      windLift,
		WindSignal:    uint32(layout.Wind),

		FrictionReachLow: reachLow,
		QuadraticDragLow: quadraticLow,
		WindDragLow:      windDragLow,
		WindLiftLow:      windLiftLow,
	}})
	if len(p.Contacts) > 0 { // the pipeline fused has them in its table, too
		glx.Upload(b.contact, 0, options.InWords(b.precision, func(word options.Rounding) []shaders.Contact { return settings.ContactRecords(p.Contacts, word) }))
	}
}
