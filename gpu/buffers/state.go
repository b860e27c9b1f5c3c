package buffers

import (
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// UploadState writes the state, rounded to the arrays' precision, and clears the status.
// The velocity along a pinned axis becomes zero. Masses on paths of p are put where their
// paths are at the state's time. class is that of each mass in contacts; nil: none.
func (b *Arrays) UploadState(m *model.Model, masses ranges.Ranges, p model.Params, class []uint32, s *model.State) {
	positionWords, words := b.Precision.Words()
	most := min(ranges.BlockItems, m.MassCount())
	x, xLow := make([]shaders.Position, most), make([]shaders.Position, most)
	masses.Blocks(positionWords, ranges.BlockItems, func(begin, count, at, second int64) {
		order.InParallel(int(count), 1, func(first, end int) {
			for k := first; k < end; k++ {
				i := int(begin) + k
				x[k], xLow[k] = positionRecords(m, i, s.Position[i])
			}
		})
		uploadWords(b.Position, positionWords, at, second, x[:count], xLow[:count])
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
				v[k], vLow[k] = velocityRecords(m, i, class, speed)
			}
		})
		uploadWords(b.Velocity, words, at, second, v[:count], vLow[:count])
	})
	p.OnPaths(m, s.Time, func(i int, place, speed model.Vec3) {
		x[0], xLow[0] = positionRecords(m, i, place)
		at, second := masses.Record(int64(i), positionWords)
		uploadWords(b.Position, positionWords, at, second-at, x[:1], xLow[:1])
		v[0], vLow[0] = velocityRecords(m, i, class, speed)
		at, second = masses.Record(int64(i), words)
		uploadWords(b.Velocity, words, at, second-at, v[:1], vLow[:1])
	})
	b.ClearStatus()
}

// positionRecords returns both words of the position of mass i [m] and of its inverse mass.
func positionRecords(m *model.Model, i int, x model.Vec3) (high, low shaders.Position) {
	high.Xyz, low.Xyz = options.TwoWords3(x)
	high.InverseMass, low.InverseMass = options.TwoWords(m.InverseMass(i))
	return high, low
}

// velocityRecords returns both words of the velocity of mass i [m/s], its pin, and its class.
func velocityRecords(m *model.Model, i int, class []uint32, v model.Vec3) (high, low shaders.Velocity) {
	high.Xyz, low.Xyz = options.TwoWords3(v)
	high.Pin = float32(m.PinOf(i))
	if class != nil {
		high.Pin += 8 * float32(class[i])
	}
	return high, low
}

// uploadWords writes first words from a record on, and second words, if any, the given number of records
// behind them.
func uploadWords[T any](b *glx.Buffer, words, at, second int64, high, low []T) {
	glx.Upload(b, at, high)
	if words > 1 {
		glx.Upload(b, at+second, low)
	}
}

// Rest sets the velocity of the masses in at to zero. These are masses that are pinned on
// all axes.
func (b *Arrays) Rest(m *model.Model, masses ranges.Ranges, at []uint32) {
	_, words := b.Precision.Words()
	for _, i := range at {
		first, second := masses.Record(int64(i), words)
		glx.Upload(b.Velocity, first, []shaders.Velocity{{Pin: float32(m.PinOf(int(i)))}})
		if words > 1 {
			glx.Upload(b.Velocity, second, []shaders.Velocity{{}})
		}
	}
}
