package gpu

import (
	"fmt"
	"math"
	"math/bits"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// division is how the arrays of a model that are longer than a storage block are
// dispatched: by ranges of masses and springs. What belongs to a range is a window of
// each array. What a pass reads here and there is a window of positions and velocities,
// or of forces of springs, as texels or as a storage block: everything where the
// device allows as much, else as far as the range reaches.
type division struct {
	masses, springs     ranges
	texels, forceTexels bool
	palette             int64 // records of it in each range of springs

	bySpring, byMass gathering // what ranges of springs, and of masses, read of positions and velocities
	forces           gathering // what ranges of masses read of the forces of springs

	own      map[*glx.Buffer][]glx.Window // of what belongs to each range
	contacts []int64                      // words of the table's windows at which those begin
}

// perMass are the bytes that a mass has in the array in which it has most.
func perMass(n Counts) (most int64) {
	position, words := n.Precision.words()
	most = 16 * position
	if n.Masses > 0 {
		most = max(most, n.Registers/n.Masses*16*position, n.Kept/n.Masses*32, n.Loaded/n.Masses*12*words)
	}
	return most
}

// perSpring are those of a spring, and what a range of springs has in that array
// beside it.
func perSpring(n Counts) (most, beside int64) {
	_, words := n.Precision.words()
	most = 8
	if n.Table == 0 {
		most = 12 * words
	}
	if n.PerSpring > 0 {
		most = 12 * words
	}
	return most, paddedPalette(n) * 12
}

// paddedPalette is how many records the palette takes in each range of springs.
func paddedPalette(n Counts) int64 { return (n.Materials + leastRange - 1) / leastRange * leastRange }

// evenRanges are the largest ranges of items that each have so many bytes in an array,
// with some beside them; an error says why there are none.
func evenRanges(limits glx.Limits, what string, all, bytes, beside int64) (ranges, error) {
	room := (limits.StorageBlockBytes - beside) / bytes
	if room < leastRange {
		return ranges{}, fmt.Errorf("gpu: %d %s are %w: a range of %d needs %d bytes, allowed %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)",
			all, what, glx.ErrTooLarge, leastRange, leastRange*bytes+beside, limits.StorageBlockBytes)
	}
	each := int64(1) << (bits.Len64(uint64(room)) - 1)
	for each > leastRange && each/2 >= all {
		each /= 2
	}
	return ranges{all: all, each: each}, nil
}

// undivided says whether every array fits a storage block, so that nothing is divided.
func undivided(limits glx.Limits, n Counts) bool {
	for _, s := range Sizes(n) {
		if s.Bytes > limits.StorageBlockBytes && s.Name != "Params" && s.Name != "Palette" {
			return false
		}
	}
	return true
}

// divide decides how a model is divided, where it must be: nil where not. The error
// says what does not fit, with the numbers.
func divide(limits glx.Limits, n Counts, m *model.Model, p model.Params, t *table) (*division, error) {
	if undivided(limits, n) {
		return nil, nil
	}
	if n.Table == 0 && n.Springs > math.MaxInt32 {
		return nil, fmt.Errorf("gpu: %d springs are %w: pipeline %s numbers %d; use pipeline %s", n.Springs, glx.ErrTooLarge, TwoPass, math.MaxInt32, Fused)
	}
	d := &division{palette: paddedPalette(n), own: map[*glx.Buffer][]glx.Window{}}
	var err error
	bytes, beside := perSpring(n)
	if d.springs, err = evenRanges(limits, "springs", int64(m.SpringCount()), bytes, beside); err != nil {
		return nil, err
	}
	if d.masses, err = evenRanges(limits, "masses", n.Masses, perMass(n), 0); err != nil {
		return nil, err
	}
	if err := d.fitLists(limits, n, m, p); err != nil {
		return nil, err
	}
	d.texels = true
	masses, springs := d.masses, d.springs
	err = d.fitGathered(limits, n, m, p, t)
	if err != nil {
		d.texels, d.masses, d.springs = false, masses, springs // as long as before texels were tried
		if other := d.fitGathered(limits, n, m, p, t); other != nil {
			return nil, err
		}
	}
	return d, nil
}

// fitLists makes ranges of masses small enough for what lists springs, triangles and
// loads at them.
func (d *division) fitLists(limits glx.Limits, n Counts, m *model.Model, p model.Params) error {
	fit := func(what string, degree []uint32) error {
		for {
			windows, _ := listWindows(d.masses, degree)
			longest := int64(0)
			for _, w := range windows {
				longest = max(longest, w.Bytes)
			}
			if longest <= limits.StorageBlockBytes {
				return nil
			}
			if d.masses.each == leastRange {
				return fmt.Errorf("gpu: %s at a range of %d masses are %w: need %d bytes, allowed %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE); "+
					"use pipeline %s, or fewer at one mass", what, leastRange, glx.ErrTooLarge, longest, limits.StorageBlockBytes, Fused)
			}
			d.masses.each /= 2
		}
	}
	if n.Table == 0 {
		if err := fit("springs", springDegrees(m)); err != nil {
			return err
		}
	}
	if p.Pulled() {
		if err := fit("loads", loadDegrees(m.MassCount(), &p)); err != nil {
			return err
		}
	}
	if p.Wind.Blows() {
		return fit("triangles", triangleDegrees(m))
	}
	return nil
}

// fitGathered decides on what ranges read here and there, for texels or storage blocks.
func (d *division) fitGathered(limits glx.Limits, n Counts, m *model.Model, p model.Params, t *table) error {
	limit, name := limits.Texels, "GL_MAX_TEXTURE_BUFFER_SIZE, of texels"
	if !d.texels {
		limit, name = limits.StorageBlockBytes/16, "GL_MAX_SHADER_STORAGE_BLOCK_SIZE, in vectors"
	}
	if t != nil {
		words := limits.StorageBlockBytes / 4
		if d.texels {
			words = limits.Texels
		}
		for t.divide(d.masses); t.longest() > words; t.divide(d.masses) {
			if d.masses.each == leastRange {
				return fmt.Errorf("gpu: springs at a range of %d masses are %w: need %d words, allowed %d (%s); use pipeline %s, or fewer at one mass",
					leastRange, glx.ErrTooLarge, t.longest(), words, name, TwoPass)
			}
			d.masses.each /= 2
		}
	}
	positionWords, words := n.Precision.words()
	for {
		d.gather(limits, n, m, p, t != nil, limit)
		longest := max(d.byMass.longest(), d.bySpring.longest()) * positionWords
		forces := d.forces.longest() * words
		d.forceTexels = forces <= limits.Texels
		forcesFit := d.forceTexels || forces*12 <= limits.StorageBlockBytes
		switch {
		case longest <= limit && forcesFit:
			return nil
		case d.masses.each > leastRange || d.springs.each > leastRange: // smaller ranges do not reach as far
			d.masses.each, d.springs.each = max(leastRange, d.masses.each/2), max(leastRange, d.springs.each/2)
			if t != nil {
				t.divide(d.masses)
			}
		case longest > limit:
			return fmt.Errorf("gpu: %d masses are %w: springs of one range reach over %d positions, allowed %d (%s); number masses in rows, "+
				"so that neighbors are near", n.Masses, glx.ErrTooLarge, longest, limit, name)
		default:
			return fmt.Errorf("gpu: %d springs are %w: masses of one range gather from %d forces of springs, allowed %d (GL_MAX_TEXTURE_BUFFER_SIZE); "+
				"use pipeline %s, or order springs by their masses", n.Springs, glx.ErrTooLarge, forces, limits.Texels, Fused)
		}
	}
}

// gather finds out what ranges read here and there: everything where limit vectors
// hold it.
func (d *division) gather(limits glx.Limits, n Counts, m *model.Model, p model.Params, fused bool, limit int64) {
	positionWords, words := n.Precision.words()
	parts := d.masses.number()
	if n.Masses*positionWords <= limit {
		d.byMass, d.bySpring = gatherAll(d.masses, parts), gatherAll(d.masses, d.springs.number())
	} else {
		d.bySpring = gatherSpans(d.masses, springReach(m, d.springs))
		d.byMass = gatherSpans(d.masses, massReach(m, d.masses, fused, p.Wind.Blows()))
	}
	switch {
	case fused:
		d.forces = gathering{}
	case n.Springs*words <= max(limits.Texels, limits.StorageBlockBytes/12):
		d.forces = gatherAll(d.springs, parts)
	default:
		d.forces = gatherSpans(d.springs, forceReach(m, d.masses))
	}
}

// reached widens the span of a range by an item.
func reached(s *span, item int64) {
	if s.first >= s.end {
		*s = span{item, item + 1}
	}
	s.first, s.end = min(s.first, item), max(s.end, item+1)
}

// springReach are the masses at the springs of each range of springs.
func springReach(m *model.Model, springs ranges) []span {
	out := make([]span, springs.number())
	for s, ends := range m.Ends {
		k := springs.of(int64(s))
		reached(&out[k], int64(ends[0]))
		reached(&out[k], int64(ends[1]))
	}
	return out
}

// massReach are the masses that those of each range look at.
func massReach(m *model.Model, masses ranges, bySprings, byTriangles bool) []span {
	out := make([]span, masses.number())
	for k := range out {
		first, count := masses.bounds(k)
		out[k] = span{first, first + count}
	}
	if bySprings {
		for _, ends := range m.Ends {
			reached(&out[masses.of(int64(ends[0]))], int64(ends[1]))
			reached(&out[masses.of(int64(ends[1]))], int64(ends[0]))
		}
	}
	if byTriangles {
		for _, corners := range m.Triangles {
			for _, i := range corners {
				for _, j := range corners {
					reached(&out[masses.of(int64(i))], int64(j))
				}
			}
		}
	}
	return out
}

// forceReach are the springs at the masses of each range.
func forceReach(m *model.Model, masses ranges) []span {
	out := make([]span, masses.number())
	for s, ends := range m.Ends {
		reached(&out[masses.of(int64(ends[0]))], int64(s))
		reached(&out[masses.of(int64(ends[1]))], int64(s))
	}
	return out
}

// defines tell shaders of the division; of a nil one that there is none.
func (d *division) defines() []shaders.Define {
	if d == nil {
		return []shaders.Define{{Name: "RANGES", Value: "0"}, {Name: "TEXELS", Value: "0"}, {Name: "FORCE_TEXELS", Value: "0"}}
	}
	number := func(name string, value int64) shaders.Define {
		return shaders.Define{Name: name, Value: fmt.Sprintf("%du", value)}
	}
	return append([]shaders.Define{{Name: "RANGES", Value: "1"}, {Name: "TEXELS", Value: onOff(d.texels)},
		{Name: "FORCE_TEXELS", Value: onOff(d.forceTexels)},
		number("MASS_RANGE", d.masses.each), number("SPRING_RANGE", d.springs.each), number("SPRING_RANGES", int64(d.springs.number()))},
		texelBindings()...)
}

// texelBindings are the numbers of the samplers.
func texelBindings() []shaders.Define {
	number := func(name string, binding int) shaders.Define {
		return shaders.Define{Name: name, Value: fmt.Sprint(binding)}
	}
	return []shaders.Define{number("TEXELS_POSITION", shaders.TexelsPosition), number("TEXELS_VELOCITY", shaders.TexelsVelocity),
		number("TEXELS_TABLE", shaders.TexelsTable), number("TEXELS_FORCE", shaders.TexelsForce), number("TEXELS_GROUPS", shaders.TexelsGroups),
		number("TEXELS_CENTERED", shaders.TexelsCentered)}
}
