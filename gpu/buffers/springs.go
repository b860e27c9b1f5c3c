package buffers

import (
	"math"

	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// UploadSprings writes ends, rest lengths [m] and materials of springs. They stay the
// same during a run.
func (b *Arrays) UploadSprings(m *model.Model) {
	glx.Upload(b.Ends, 0, m.Ends)
	springs := make([]shaders.Spring, min(ranges.BlockItems, m.SpringCount()))
	ranges.Ranges{All: int64(m.SpringCount())}.Blocks(1, ranges.BlockItems, func(begin, count, at, _ int64) {
		order.InParallel(int(count), 1, func(first, end int) {
			for k := first; k < end; k++ {
				springs[k] = SpringRecord(m, int(begin)+k)
			}
		})
		glx.Upload(b.Spring, at, springs[:count])
	})
}

// SpringRecord is the record of a spring of a model that has arrays.
func SpringRecord(m *model.Model, s int) shaders.Spring {
	record := shaders.Spring{RestLength: float32(m.RestLength[s]), Kind: uint32(m.MaterialOf[s])}
	if m.ActuatorOf != nil {
		record.Kind |= uint32(m.ActuatorOf[s]) << 16
	}
	return record
}

// UploadMaterials writes the materials once, or once for each range of springs where d
// divides them.
func (b *Arrays) UploadMaterials(m *model.Model, d *ranges.Division) {
	materials := table.Materials(m)
	if d == nil {
		glx.Upload(b.Material, 0, materials)
		return
	}
	for _, w := range b.Windows[b.Material] {
		glx.Upload(b.Material, w.Offset/12, materials)
	}
}

// UploadCoefficients rounds the numbers of the law of every spring and writes them behind the materials,
// with second words behind the first ones where the precision has them. It writes nothing
// where single precision has them in the materials. It returns an error, and writes
// nothing, where float32 cannot hold a number.
func (b *Arrays) UploadCoefficients(r *table.Response, d *ranges.Division) error {
	m := r.Model
	if !m.PerSpring() && b.Precision == options.Single {
		return nil
	}
	var failed order.FirstError
	order.InParallel(m.SpringCount(), 1, func(first, end int) {
		for s := first; s < end; s++ {
			if _, _, err := r.Spring(s); err != nil {
				failed.At(s, err)
				return
			}
		}
	})
	if failed.Err != nil {
		return failed.Err
	}
	_, words := b.Precision.Words()
	springs := ranges.Ranges{All: int64(m.SpringCount())}
	if d != nil {
		springs = d.Springs
	}
	records := table.LawRecords(m)
	out := make([]shaders.Material, min(ranges.BlockItems, m.SpringCount())*records)
	low := make([]shaders.Material, len(out)*int(words-1))
	springs.Blocks(words, ranges.BlockItems, func(begin, count, at, second int64) {
		order.InParallel(int(count), 1, func(first, end int) {
			for k := first; k < end; k++ {
				s := int(begin) + k
				first, second, _ := r.Spring(s)
				_, restLengthLow := options.TwoWords(m.RestLength[s])
				for n := range records {
					out[k*records+n] = first.Record(n, math.Float32bits(restLengthLow))
					if words > 1 {
						low[k*records+n] = second.Record(n, 0)
					}
				}
			}
		})
		each := int64(records)
		palettes := each * int64(len(m.Materials))
		if d != nil {
			palettes = (int64(springs.Of(begin)) + 1) * d.Palette
		}
		glx.Upload(b.Material, palettes+each*at, out[:each*count])
		if words > 1 {
			glx.Upload(b.Material, palettes+each*(at+second), low[:each*count])
		}
	})
	return nil
}
