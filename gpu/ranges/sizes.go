package ranges

import (
	"errors"
	"fmt"

	"hooke/gpu/limits"
	"hooke/gpu/options"
)

// Size is the size of one buffer of a model.
type Size struct {
	Name    string
	Bytes   int64
	Several bool // it is that of several buffers, none of which is longer than those that it copies
}

// Counts are the numbers of a model that its buffers depend on.
type Counts struct {
	Masses, Springs int64
	Materials       int64 // records of the palette
	PerSpring       int64 // records of materials that springs have of their own: as many for each, or 0
	Loaded          int64 // masses with room for an external force: all or 0, twice all with collisions
	Registers       int64 // registers of all masses together, see model.Method.Registers
	Kept            int64 // masses in each of the two last good states: all or 0
	Table           int64 // words of the table of springs and contacts in the pipeline fused; 0: the pipeline is two-pass
	Columns         int64 // places of forces in columns in the pipeline two-pass, see table.Columns; 0: each spring has its own
	Precision       options.Precision
	Moving          bool  // whether contacts move
	Lasting         int64 // vectors that a run carries from step to step
	Watched         bool  // whether a state is marked, to which a run that a condition ends goes back
	Noted           int64 // masses whose positions before a step are noted, for contacts that catch them: all or 0

	Sweeping bool  // whether springs have arrays in the order of colors, too
	Impulses bool  // whether those have impulses
	Blocks   int64 // words of the tables of blocks; 0: sweeps go color by color
	Pressed  int64 // pairs of a contact and a mass whose impulses are kept between sweeps

	// These are of collisions, and 0 without them.
	Taking, Bodies int64 // masses that take part, and bodies
	PairRoom       int64 // entries for which lists of pairs of masses have room; 0: FirstRoom
	FrictionMasses int64 // masses with velocities that the friction of pairs changes: all or 0
	// These are of contacts that push edges and triangles, and 0 without them.
	Spans, Corners int64 // edges and triangles, and corners of all of them
	Contacts       int64 // contacts of the run
	OwnStiffness   int64 // contacts of those that push edges and triangles as stiffly as their masses let them
	FrictionSpans  int64 // spans on which contacts have friction: all or 0

	// These are of springs that touch springs and masses that touch triangles, and 0 without them.
	Meeting       int64 // masses: all or 0
	MeetRoom      int64 // pairs for which lists have room
	MeetTriangles int64 // triangles that collide
	MeetFriction  bool

	// These are 0 where the model is not divided into ranges.
	SpringRanges int64 // ranges of springs, each of which has a palette of its own
	SpanRanges   int64 // ranges of edges and triangles, each of which has the levels of the contacts
	Incidences   int64 // words of the incidences
}

// Sizes lists the buffers of a model on the device, as arrays has them. It needs only the counts, so that a
// model can be judged before anything is allocated.
func Sizes(n Counts) (sizes []Size) {
	for _, a := range n.present() {
		for range max(1, a.copies) {
			sizes = append(sizes, a.size(n.counted()))
		}
	}
	return sizes
}

// Memory returns the sum of Sizes [bytes].
func Memory(n Counts) int64 {
	var total int64
	for _, s := range Sizes(n) {
		total += s.Bytes
	}
	return total
}

// Fits returns an error that says, with the numbers, why a model of these counts does not
// fit the device; nil says that the counts fit. Arrays that are longer than a storage
// block are divided into ranges. Whether the windows that springs reach across fit as
// well, only Divide can tell, which has the model.
func Fits(device limits.Limits, n Counts) error {
	var faults []error
	if !Undivided(device, n) {
		if n.Meeting > 0 {
			faults = append(faults, fmt.Errorf("gpu: collisions of springs and triangles of %d masses are %w: some arrays are longer than %d bytes (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)",
				n.Meeting, limits.ErrTooLarge, device.StorageBlockBytes))
		}
		_, err := springRanges(device, n, n.Springs)
		faults = append(faults, err)
		_, err = massRanges(device, n)
		faults = append(faults, err)
		_, err = readsAll(device, n)
		faults = append(faults, err, wholeFits(device, n))
	}
	if n.Masses > device.Elements {
		faults = append(faults, fmt.Errorf("gpu: %d masses are %w: allowed %d vertices (GL_MAX_ELEMENT_INDEX)",
			n.Masses, limits.ErrTooLarge, device.Elements))
	}
	return errors.Join(faults...)
}
