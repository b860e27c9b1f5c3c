package gpu

import (
	"errors"
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/model"
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
	Registers                  int64 // of all masses, see model.Integrator.Registers
	Centered                   int64 // masses that the ledger has another velocity of: all or none
	Kept                       int64 // masses of each of the two last good states: all or none
	Table                      int64 // words of what the pipeline fused keeps of springs and contacts, see Layout; 0: pipeline two-pass
	Precision                  Precision

	// Of a model that is divided into ranges; 0: it is not.
	SpringRanges int64 // each has a palette of its own
	Incidences   int64 // words of the incidences
}

// CountsOf counts a model in a run with parameters p, in an engine with options o.
func CountsOf(m *model.Model, p model.Params, o Options) Counts {
	n := Counts{Masses: int64(m.MassCount()), Springs: int64(m.SpringCount()), Materials: int64(len(m.Materials)), Precision: o.Precision}
	if o.KeepLastGood {
		n.Kept = n.Masses
	}
	if p.Loaded() {
		n.Loaded = n.Masses
	}
	if m.PerSpring() || o.Precision != Single {
		n.PerSpring = n.Springs
	}
	n.Registers = n.Masses * int64(p.Integrator.Registers())
	if p.Ledger && centeredBy(p.Integrator) != centeredState {
		n.Centered = n.Masses
	}
	return n
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
	positionWords, words := n.Precision.words()
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
func Fits(limits glx.Limits, n Counts) error {
	var faults []error
	if !undivided(limits, n) {
		bytes, beside := perSpring(n)
		_, err := evenRanges(limits, "springs", n.Springs, bytes, beside)
		faults = append(faults, err)
		_, err = evenRanges(limits, "masses", n.Masses, perMass(n), 0)
		faults = append(faults, err)
	}
	if n.Masses > limits.Elements {
		faults = append(faults, fmt.Errorf("gpu: %d masses are %w: allowed %d vertices (GL_MAX_ELEMENT_INDEX)",
			n.Masses, glx.ErrTooLarge, limits.Elements))
	}
	return errors.Join(faults...)
}

// buffers are the device arrays of one model. The comment of each says which
// pass writes it; those without a pass are written at load or reset only.
type buffers struct {
	precision Precision

	position  *glx.Buffer    // integrate, drift, kick, stage, guide; [masses × words] vec4
	velocity  *glx.Buffer    // integrate, drift, kick, stage, guide; [masses × words] vec4
	ends      *glx.Buffer    // [springs] uvec2
	spring    *glx.Buffer    // [springs]
	material  *glx.Buffer    // [materials], then [springs × words] or nothing, which SetParams writes
	force     *glx.Buffer    // spring-force; [springs × words]
	external  *glx.Buffer    // wind and load; [masses × words] or nothing
	incidence *glx.Buffer    // [masses + 1 + 2 springs], by ranges
	status    *glx.Buffer    // all passes but drift and those that measure; [1]
	strain    *glx.Buffer    // measure-strain; [springs]
	params    *glx.Buffer    // uniform block
	stage     *glx.Buffer    // prime, kick, stage; [registers × words × masses] vec4
	kept      [2]*glx.Buffer // keep; [2 masses] vec4 or nothing: first words only
	centered  *glx.Buffer    // center; [masses × words] vec4 or nothing: another velocity for the ledger
	contact   *glx.Buffer    // [contacts]

	// Of the pipeline fused, in which position and velocity change places with
	// these; it has none of force and incidence, and material and contact for the
	// ledger alone.
	nextPosition, nextVelocity *glx.Buffer    // integrate, kick, stage
	table                      *glx.Buffer    // [words]; see table
	palette                    [2]*glx.Buffer // uniform blocks that differ in their parity
	swapped                    bool           // whether they have an odd number of times
	texels                     bool           // whether passes fetch texels of these; else the arrays are too long for it
}

// newBuffers allocates everything; on an error nothing stays allocated.
func newBuffers(ctx *glx.Context, n Counts, contacts int64) (*buffers, error) {
	b := &buffers{precision: n.Precision}
	slots := []**glx.Buffer{&b.position, &b.velocity, &b.ends, &b.spring, &b.material,
		&b.force, &b.external, &b.incidence, &b.status, &b.strain, &b.params, &b.stage, &b.kept[0], &b.kept[1], &b.centered}
	if n.Table > 0 {
		slots = []**glx.Buffer{&b.position, &b.velocity, &b.nextPosition, &b.nextVelocity, &b.table, &b.external, &b.palette[0], &b.palette[1],
			&b.ends, &b.spring, &b.strain, &b.material, &b.status, &b.params, &b.stage, &b.kept[0], &b.kept[1], &b.centered}
	}
	for i, size := range Sizes(n) {
		buffer, err := ctx.NewLongBuffer("hooke."+size.Name, size.Bytes)
		if err != nil {
			b.release()
			return nil, fmt.Errorf("gpu: %w", err)
		}
		*slots[i] = buffer
	}
	var err error
	_, words := n.Precision.words()
	if b.contact, err = ctx.NewBuffer("hooke.Contact", words*contacts*int64(unsafe.Sizeof(shaders.Contact{}))); err != nil {
		b.release()
		return nil, fmt.Errorf("gpu: %w", err)
	}
	return b, nil
}

func (b *buffers) release() {
	if b == nil {
		return
	}
	for _, buffer := range []*glx.Buffer{b.palette[1], b.palette[0], b.table, b.nextVelocity, b.nextPosition, b.contact, b.centered, b.kept[1], b.kept[0], b.stage, b.params, b.strain, b.status, b.incidence,
		b.external, b.force, b.material, b.spring, b.ends, b.velocity, b.position} {
		buffer.Release()
	}
}
