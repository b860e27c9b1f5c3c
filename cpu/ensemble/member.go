package ensemble

import (
	"slices"
)

// width is how many springs of one member the kernel that measures them has in a vector.
const width = 8

// springGroup is 8 springs of one member that are measured. It takes 96 bytes.
type springGroup struct {
	length, scale [width]uint32 // addresses of L and of the factor of L0 [bytes]
	rest          [width]float32
}

// gauge holds the measurements of a group.
type gauge struct {
	perRest [width]float32 // 1/L0 of the model [1/m]; 0 where that is 0
	driven  [width]float32 // k of springs with a muscle [N/m], 0 of others
	slack   [width]float32 // there is no force unless L − L0 is more [m]: 0 for cables, −Inf for others
	floor   [width]float32 // the least force [N]: 0 for cables, −Inf for others
	before  [width]float32 // scale at the last sample
	length  [width]float32 // L then [m]
}

// endSize is how many numbers a mass has where springs read it one by one: position and velocity with a number beside each.
const endSize = 8

// memberCall holds the arguments of the kernel of springs of one member. The program in cpu/generate/ensemble has the offsets
// of the fields of these calls, and a test compares.
type memberCall struct {
	masses  *float32 // blocks of 16 masses, with the rows of a mass of a pack
	runs    *roundRun
	count   int64   // of runs, at least 1
	rounds  *uint32 // of a round each; half a block begins within one, so this is no pointer to a whole one
	sources *roundSource
	own     *float32 // of each round, rows of k and c beside those of the laws; the plain form does not read it
	laws    *float32 // tables, of 16 laws each, with the rows of a law of a pack
	lengths *float32 // result: of each round, a row of L [m]
	stride  int64    // bytes from the lengths of a round to those of the next; 0: not requested
	longest *float32 // result: the largest L² that each lane had [m²]
	ends    *float32 // of each slot, 8 numbers: x, y, z, 0, and the same of the velocity
	others  *uint32  // of each round, where ends have the other ends [bytes]
}

// turnCall holds the arguments of the kernel that transposes motion of masses, 16 a row, for
// springs that read one by one.
type turnCall struct {
	masses *float32
	ends   *float32
	count  int64 // of blocks, at least 1
}

// strainCall holds the arguments of the kernel that sums up how springs of one member are stretched.
type strainCall struct {
	groups  *springGroup
	gauges  *gauge
	lengths *float32
	laws    *float32
	count   int64    // of groups, at least 1
	most    *float32 // result: the largest |L − L0|/L0 of the 1st, 2nd, ... springs of groups
	work    *float32 // result: of each spring, work of its muscle since the last sample [J]
}

// addRows makes the rows that kernels read beside the rounds, and says in bytes where these are to read.
func (s *shape) addRows() {
	p, m := s.plan, s.kind.Model
	if s.full {
		s.own = vectors(max(1, len(p.Rounds)) * 2 * lanes)
	}
	first := make([]springPlace, len(s.springs))
	var tableOf []uint32 // of each round
	for i := range p.Runs {
		tableOf = append(tableOf, slices.Repeat([]uint32{p.Runs[i].Table}, int(p.Runs[i].Count))...)
	}
	for r, springs := range p.Springs {
		for lane, i := range springs {
			s.others = append(s.others, 4*endSize*p.Others[r][lane])
			if i < 0 {
				continue
			}
			spring := &s.springs[i]
			p.Rounds[r].Rests[lane] = float32(m.RestLength[spring.number])
			if s.full {
				put(s.own, r*2*lanes, 0, lane, spring.own.Stiffness)
				put(s.own, r*2*lanes, 1, lane, spring.own.Damping)
			}
			first[i] = springPlace{length: uint32(4 * (r*lanes + lane)), scale: 4 * (tableOf[r]*lawSize + rowRest*lanes + p.Rounds[r].Law(lane))}
		}
	}
	for i := range p.Runs {
		r := &p.Runs[i]
		r.Block, r.Neighbor, r.Table = r.Block*4*massSize, r.Neighbor*4*massSize, r.Table*4*lawSize
	}
	for i := range p.Sources {
		for k := range p.Sources[i].From {
			p.Sources[i].From[k] *= 4 * massSize
		}
	}
	s.addLaws()
	if s.measure != nil {
		s.addSampled(first)
	}
	p.Springs, p.Others = nil, nil
}

// bytes returns the memory of a member besides the data shared by the kind [bytes].
func (s *shape) bytes() int64 {
	bytes := int64(s.blocks*lanes)*bytesOfSlot + int64(len(s.springs))*bytesOfSpring + 4*lawSize*int64(len(s.plan.Tables))
	if s.measure != nil {
		bytes += 4 * lanes * int64(len(s.plan.Rounds))
	}
	return bytes
}

// springPlace is the position of a spring's measurements in a member [bytes].
type springPlace struct{ length, scale uint32 }

// addLaws says where tables have laws, and which springs have muscles.
func (s *shape) addLaws() {
	s.tables = make([][]uint32, len(s.laws))
	for t, laws := range s.plan.Tables {
		for i, law := range laws {
			s.tables[law] = append(s.tables[law], uint32(t*lawSize+i))
		}
	}
	for i, l := range s.laws {
		if l.Actuator > 0 {
			s.pulled = append(s.pulled, i)
		}
	}
	for i := range s.springs {
		if s.laws[s.springs[i].law].Actuator > 0 {
			s.muscled = append(s.muscled, uint32(i))
		}
	}
	slices.SortFunc(s.muscled, func(a, b uint32) int { return s.springs[a].number - s.springs[b].number })
}

// addSampled puts the springs into groups. Those that fill up the last one are its last spring again.
func (s *shape) addSampled(places []springPlace) {
	s.sampled = make([]springGroup, (len(s.springs)+width-1)/width)
	for i := range len(s.sampled) * width {
		g, k := &s.sampled[i/width], min(i, len(s.springs)-1)
		g.length[i%width], g.scale[i%width] = places[k].length, places[k].scale
		g.rest[i%width] = float32(s.kind.Model.RestLength[s.springs[k].number])
	}
}
