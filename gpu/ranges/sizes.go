package ranges

import (
	"errors"
	"fmt"

	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/shaders"
)

// Size is what one buffer of a model needs.
type Size struct {
	Name  string
	Bytes int64
}

// Counts are the numbers of a model that its buffers depend on.
type Counts struct {
	Masses, Springs, Materials int64
	PerSpring                  int64 // springs with a material record of their own: all or none
	Loaded                     int64 // masses with room for an external force: all or none
	Registers                  int64 // of all masses, see model.Method.Registers
	Centered                   int64 // masses that the ledger has another velocity of: all or none
	Kept                       int64 // masses of each of the two last good states: all or none
	Table                      int64 // words of what the pipeline fused keeps of springs and contacts, see Layout; 0: pipeline two-pass
	Precision                  options.Precision

	// Of a model that is divided into ranges; 0: it is not.
	SpringRanges int64 // each has a palette of its own
	Incidences   int64 // words of the incidences
}

// Sizes lists the buffers of a model on the device, from its counts alone, so
// that a model can be judged before anything is allocated. The contacts of a
// run, 68 bytes each, come on top, and what loads and guides take (see there).
func Sizes(n Counts) []Size {
	of := func(name string, count int64) Size {
		for _, r := range shaders.Records() {
			if r.Name == name {
				return Size{name, count * int64(r.Bytes())}
			}
		}
		panic("gpu: no record named " + name)
	}
	positionWords, words := n.Precision.Words()
	material := n.Materials + n.PerSpring*words
	if n.SpringRanges > 0 && material > 0 {
		material = n.SpringRanges*paddedPalette(n) + n.PerSpring*words
	}
	if n.Table > 0 {
		return []Size{
			of("Position", n.Masses*positionWords),
			of("Velocity", n.Masses*words),
			of("NextPosition", n.Masses*positionWords),
			of("NextVelocity", n.Masses*words),
			of("Table", n.Table),
			of("External", n.Loaded*words),
			of("Palette", 1),
			of("Palette", 1),
			of("Ends", n.Springs),
			of("Spring", n.Springs),
			of("Strain", n.Springs),
			of("Material", material),
			of("Status", 1),
			of("Params", 1),
			of("Stage", n.Registers*positionWords),
			of("Kept", 2*n.Kept),
			of("Kept", 2*n.Kept),
			of("Centered", n.Centered*words),
		}
	}
	incidences := n.Incidences
	if incidences == 0 {
		incidences = n.Masses + 1 + 2*n.Springs
	}
	return []Size{
		of("Position", n.Masses*positionWords),
		of("Velocity", n.Masses*words),
		of("Ends", n.Springs),
		of("Spring", n.Springs),
		of("Material", material),
		of("Force", n.Springs*words),
		of("External", n.Loaded*words),
		of("Incidence", incidences),
		of("Status", 1),
		of("Strain", n.Springs),
		of("Params", 1),
		of("Stage", n.Registers*positionWords),
		of("Kept", 2*n.Kept),
		of("Kept", 2*n.Kept),
		of("Centered", n.Centered*words),
	}
}

// Memory is the sum of Sizes [bytes].
func Memory(n Counts) int64 {
	var total int64
	for _, s := range Sizes(n) {
		total += s.Bytes
	}
	return total
}

// Fits reports, as an error with the numbers, why a model of these counts does
// not fit the device; nil when it does. Arrays that are longer than a storage block
// are divided into ranges; what springs reach across, New sees when it has the model.
func Fits(device limits.Limits, n Counts) error {
	var faults []error
	if !Undivided(device, n) {
		bytes, beside := perSpring(n)
		_, err := evenRanges(device, "springs", n.Springs, bytes, beside)
		faults = append(faults, err)
		_, err = evenRanges(device, "masses", n.Masses, perMass(n), 0)
		faults = append(faults, err)
	}
	if n.Masses > device.Elements {
		faults = append(faults, fmt.Errorf("gpu: %d masses are %w: allowed %d vertices (GL_MAX_ELEMENT_INDEX)",
			n.Masses, limits.ErrTooLarge, device.Elements))
	}
	return errors.Join(faults...)
}
