package ranges

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/shaders"
)

// Division describes how passes are dispatched where arrays of a model are longer than a
// storage block: by ranges of masses and springs. A range has a window of each array for
// its own items. A pass also reads positions and velocities, or forces of springs, of
// other items. They are in a window, too, as texels or as a storage block: all of them
// where the device allows as many, otherwise as far as the range reaches.
type Division struct {
	Masses, Springs     Ranges
	Texels, ForceTexels bool  // whether passes read positions and velocities, and forces of springs, as texels
	Palette             int64 // records of the palette in each range of springs

	BySpring, ByMass Gathering // windows of positions and velocities that ranges of springs, and of masses, read
	Forces           Gathering // windows of the forces of springs that ranges of masses read

	Contacts []int64 // for each range of masses, the word of its window of the table where the contacts begin; nil: none

	Spans     Ranges // of the edges and triangles that contacts push
	AllTexels bool   // whether passes that read all of an array read texels
}

// paddedPalette returns the number of records that the palette takes in each range of springs.
func paddedPalette(n Counts) int64 { return (n.Materials + LeastRange - 1) / LeastRange * LeastRange }

// massRanges returns the largest ranges of masses.
func massRanges(device limits.Limits, n Counts) (Ranges, error) {
	return evenRanges(device, "masses", n.Masses, n.each(ofMasses, n.Masses), 0)
}

// springRanges returns the largest ranges of count springs, each of which has a palette of its own. A model in the pipeline
// fused that is not drawn counts no springs, since they are in its table.
func springRanges(device limits.Limits, n Counts, count int64) (Ranges, error) {
	return evenRanges(device, "springs", count, max(n.each(ofSprings, n.Springs), bytesOf("Ends")), paddedPalette(n)*bytesOf("Material"))
}

// evenRanges returns the largest ranges whose items fit a storage block. Each item has so
// many bytes in an array, and each range has the bytes of beside in addition. An error
// says why there are no such ranges.
func evenRanges(device limits.Limits, what string, all, bytes, beside int64) (Ranges, error) {
	room := (device.StorageBlockBytes - beside) / bytes
	if room < LeastRange {
		return Ranges{}, fmt.Errorf("gpu: %d %s are %w: a range of %d needs %d bytes, allowed %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)",
			all, what, limits.ErrTooLarge, LeastRange, LeastRange*bytes+beside, device.StorageBlockBytes)
	}
	each := int64(1) << (bits.Len64(uint64(room)) - 1)
	for each > LeastRange && each/2 >= all {
		each /= 2
	}
	return Ranges{All: all, Each: each}, nil
}

// Undivided reports whether every array fits a storage block, so that nothing is divided.
func Undivided(device limits.Limits, n Counts) bool {
	return !slices.ContainsFunc(n.present(), func(a array) bool {
		return !a.block && !a.shared && a.size(n.counted()).Bytes > device.StorageBlockBytes
	})
}

// divisible is the part of the table of the pipeline fused that a division uses.
type divisible interface {
	Divide(masses Ranges) // lays the table out for ranges of masses
	Longest() int64       // words of the longest range
}

// Divide decides how a model is divided. It returns nil if no division is needed. t is the
// table of the pipeline fused, or nil in the pipeline two-pass. The error names the part that
// does not fit, with the numbers.
func Divide(device limits.Limits, n Counts, m *model.Model, p model.Params, t divisible) (*Division, error) {
	if Undivided(device, n) {
		return nil, nil
	}
	if n.Table == 0 && n.Springs > math.MaxInt32 {
		return nil, fmt.Errorf("gpu: %d springs are %w: pipeline %s numbers %d; use pipeline %s", n.Springs, limits.ErrTooLarge, options.TwoPass, math.MaxInt32, options.Fused)
	}
	d := &Division{Palette: paddedPalette(n)}
	var err error
	if d.Springs, err = springRanges(device, n, int64(m.SpringCount())); err != nil {
		return nil, err
	}
	if d.Masses, err = massRanges(device, n); err != nil {
		return nil, err
	}
	if d.Spans, err = divideSpans(device, n); err != nil {
		return nil, err
	}
	if d.AllTexels, err = readsAll(device, n); err != nil {
		return nil, err
	}
	if err := wholeFits(device, n); err != nil {
		return nil, err
	}
	if err := d.fitLists(device, n, m, p); err != nil {
		return nil, err
	}
	d.Texels = true
	masses, springs := d.Masses, d.Springs
	err = d.fitGathered(device, n, m, p, t)
	if err != nil {
		d.Texels, d.Masses, d.Springs = false, masses, springs // the lengths from before texels were tried
		if other := d.fitGathered(device, n, m, p, t); other != nil {
			return nil, err
		}
	}
	return d, nil
}

// fitLists makes ranges of masses so small that the lists of their springs, triangles and
// loads fit a storage block.
func (d *Division) fitLists(device limits.Limits, n Counts, m *model.Model, p model.Params) error {
	fit := func(what string, degree []uint32) error {
		for {
			windows, _ := ListWindows(d.Masses, degree)
			longest := int64(0)
			for _, w := range windows {
				longest = max(longest, w.Bytes)
			}
			if longest <= device.StorageBlockBytes {
				return nil
			}
			if d.Masses.Each == LeastRange {
				return fmt.Errorf("gpu: %s at a range of %d masses are %w: need %d bytes, allowed %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE); "+
					"use pipeline %s, or fewer at one mass", what, LeastRange, limits.ErrTooLarge, longest, device.StorageBlockBytes, options.Fused)
			}
			d.Masses.Each /= 2
		}
	}
	if n.Table == 0 {
		if err := fit("springs", SpringDegrees(m)); err != nil {
			return err
		}
	}
	if p.LoadsMasses() {
		if err := fit("loads", LoadDegrees(m.MassCount(), &p)); err != nil {
			return err
		}
	}
	if p.Wind.Blows() {
		return fit("triangles", TriangleDegrees(m))
	}
	return nil
}

// fitGathered chooses the windows in which ranges read other items, as texels or as
// storage blocks, and makes ranges smaller until the windows fit.
func (d *Division) fitGathered(device limits.Limits, n Counts, m *model.Model, p model.Params, t divisible) error {
	limit, name := device.Texels, "GL_MAX_TEXTURE_BUFFER_SIZE, of texels"
	if !d.Texels {
		limit, name = device.StorageBlockBytes/16, "GL_MAX_SHADER_STORAGE_BLOCK_SIZE, in vectors"
	}
	if t != nil {
		words := device.StorageBlockBytes / 4
		if d.Texels {
			words = device.Texels
		}
		for t.Divide(d.Masses); t.Longest() > words; t.Divide(d.Masses) {
			if d.Masses.Each == LeastRange {
				return fmt.Errorf("gpu: springs at a range of %d masses are %w: need %d words, allowed %d (%s); use pipeline %s, or fewer at one mass",
					LeastRange, limits.ErrTooLarge, t.Longest(), words, name, options.TwoPass)
			}
			d.Masses.Each /= 2
		}
	}
	positionWords, words := n.Precision.Words()
	for {
		d.gather(device, n, m, p, t != nil, limit)
		longest := max(d.ByMass.Longest(), d.BySpring.Longest()) * positionWords
		forces := d.Forces.Longest() * words
		d.ForceTexels = forces <= device.Texels
		forcesFit := d.ForceTexels || forces*12 <= device.StorageBlockBytes
		switch {
		case longest <= limit && forcesFit:
			return nil
		case d.Masses.Each > LeastRange || d.Springs.Each > LeastRange: // smaller ranges do not reach as far
			d.Masses.Each, d.Springs.Each = max(LeastRange, d.Masses.Each/2), max(LeastRange, d.Springs.Each/2)
			if t != nil {
				t.Divide(d.Masses)
			}
		case longest > limit:
			return fmt.Errorf("gpu: %d masses are %w: springs of one range reach over %d positions, allowed %d (%s); number masses in rows, "+
				"so that neighbors are near", n.Masses, limits.ErrTooLarge, longest, limit, name)
		default:
			return fmt.Errorf("gpu: %d springs are %w: masses of one range gather from %d forces of springs, allowed %d (GL_MAX_TEXTURE_BUFFER_SIZE); "+
				"use pipeline %s, or order springs by their masses", n.Springs, limits.ErrTooLarge, forces, device.Texels, options.Fused)
		}
	}
}

// gather finds the windows in which ranges read other items: all of them where they take
// at most limit vectors.
func (d *Division) gather(device limits.Limits, n Counts, m *model.Model, p model.Params, fused bool, limit int64) {
	positionWords, words := n.Precision.Words()
	parts := d.Masses.Number()
	if n.Masses*positionWords <= limit {
		d.ByMass, d.BySpring = gatherAll(d.Masses, parts), gatherAll(d.Masses, d.Springs.Number())
	} else {
		d.BySpring = gatherSpans(d.Masses, springReach(m, d.Springs))
		d.ByMass = gatherSpans(d.Masses, massReach(m, d.Masses, fused, p.Wind.Blows()))
	}
	switch {
	case fused:
		d.Forces = Gathering{}
	case n.Springs*words <= max(device.Texels, device.StorageBlockBytes/12):
		d.Forces = gatherAll(d.Springs, parts)
	default:
		d.Forces = gatherSpans(d.Springs, forceReach(m, d.Masses))
	}
}

// Defines tell shaders of the division. Those of nil say that nothing is divided.
func (d *Division) Defines() []shaders.Define {
	if d == nil {
		return []shaders.Define{{Name: "RANGES", Value: "0"}, {Name: "TEXELS", Value: "0"}, {Name: "FORCE_TEXELS", Value: "0"}}
	}
	number := func(name string, value int64) shaders.Define {
		return shaders.Define{Name: name, Value: fmt.Sprintf("%du", value)}
	}
	return append([]shaders.Define{{Name: "RANGES", Value: "1"}, {Name: "TEXELS", Value: shaders.OnOff(d.Texels)},
		{Name: "FORCE_TEXELS", Value: shaders.OnOff(d.ForceTexels)},
		number("MASS_RANGE", d.Masses.Each), number("SPRING_RANGE", d.Springs.Each), number("SPRING_RANGES", int64(d.Springs.Number()))},
		TexelBindings()...)
}

// TexelBindings returns the defines with the binding numbers of the samplers.
func TexelBindings() []shaders.Define {
	number := func(name string, binding int) shaders.Define {
		return shaders.Define{Name: name, Value: fmt.Sprint(binding)}
	}
	return []shaders.Define{number("TEXELS_POSITION", shaders.TexelsPosition), number("TEXELS_VELOCITY", shaders.TexelsVelocity),
		number("TEXELS_TABLE", shaders.TexelsTable), number("TEXELS_FORCE", shaders.TexelsForce), number("TEXELS_GROUPS", shaders.TexelsGroups)}
}

// MaterialWindows returns the windows of the materials: for each range of springs the palette
// and the coefficients of its springs.
func MaterialWindows(springs Ranges, n Counts) (out []limits.Window) {
	words := int64(0)
	if n.PerSpring > 0 {
		_, words = n.Precision.Words()
		words *= n.PerSpring / n.Springs
	}
	at := int64(0)
	for k := range springs.Number() {
		_, count := springs.Bounds(k)
		records := paddedPalette(n) + count*words
		out = append(out, limits.Window{Offset: 12 * at, Bytes: 12 * records})
		at += records
	}
	return out
}
