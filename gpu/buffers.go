package gpu

import (
	"errors"
	"fmt"
	"math"
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
	Kept                       int64 // masses of each of the two last good states: all or none
	Table                      int64 // words of what the pipeline fused keeps of springs and contacts, see Layout; 0: pipeline two-pass
	Precision                  Precision
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
	if n.Table > 0 {
		return []Size{
			of("Position", n.Masses*positionWords),
			of("Velocity", n.Masses*words),
			of("NextPosition", n.Masses*positionWords),
			of("NextVelocity", n.Masses*words),
			of("Table", n.Table),
			of("Force", n.Loaded*words),
			of("Palette", 1),
			of("Palette", 1),
			of("Ends", n.Springs),
			of("Spring", n.Springs),
			of("Strain", n.Springs),
			of("Status", 1),
			of("Params", 1),
			of("Stage", n.Registers*positionWords),
			of("Kept", 2*n.Kept),
			of("Kept", 2*n.Kept),
		}
	}
	return []Size{
		of("Position", n.Masses*positionWords),
		of("Velocity", n.Masses*words),
		of("Ends", n.Springs),
		of("Spring", n.Springs),
		of("Material", n.Materials+n.PerSpring*words),
		of("Force", (n.Springs+n.Loaded)*words),
		of("Incidence", n.Masses+1+2*n.Springs),
		of("Status", 1),
		of("Strain", n.Springs),
		of("Params", 1),
		of("Stage", n.Registers*positionWords),
		of("Kept", 2*n.Kept),
		of("Kept", 2*n.Kept),
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
// not fit the device; nil when it does.
func Fits(limits glx.Limits, n Counts) error {
	var faults []error
	for _, s := range Sizes(n) {
		if s.Bytes > limits.StorageBlockBytes {
			faults = append(faults, fmt.Errorf("gpu: %d masses and %d springs are %w: buffer %s needs %d bytes, "+
				"allowed %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)", n.Masses, n.Springs, glx.ErrTooLarge, s.Name, s.Bytes, limits.StorageBlockBytes))
		}
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
	force     *glx.Buffer    // spring-force; [springs], then wind and load, [masses] or nothing; all × words
	incidence *glx.Buffer    // [masses + 1 + 2 springs]
	status    *glx.Buffer    // all passes but drift and spring-strain; [1]
	strain    *glx.Buffer    // spring-strain; [springs]
	params    *glx.Buffer    // uniform block
	stage     *glx.Buffer    // prime, kick, stage; [registers × words × masses] vec4
	kept      [2]*glx.Buffer // keep; [2 masses] vec4 or nothing: first words only
	contact   *glx.Buffer    // [contacts]

	// Of the pipeline fused, in which position and velocity change places with
	// these; it has none of material, force, incidence and contact.
	nextPosition, nextVelocity *glx.Buffer    // integrate, kick, stage
	table                      *glx.Buffer    // [words]; see table
	palette                    [2]*glx.Buffer // uniform blocks that differ in their parity
	swapped                    bool           // whether they have an odd number of times
}

// newBuffers allocates everything; on an error nothing stays allocated.
func newBuffers(ctx *glx.Context, n Counts, contacts int64) (*buffers, error) {
	b := &buffers{precision: n.Precision}
	slots := []**glx.Buffer{&b.position, &b.velocity, &b.ends, &b.spring, &b.material,
		&b.force, &b.incidence, &b.status, &b.strain, &b.params, &b.stage, &b.kept[0], &b.kept[1]}
	if n.Table > 0 {
		slots = []**glx.Buffer{&b.position, &b.velocity, &b.nextPosition, &b.nextVelocity, &b.table, &b.force, &b.palette[0], &b.palette[1],
			&b.ends, &b.spring, &b.strain, &b.status, &b.params, &b.stage, &b.kept[0], &b.kept[1]}
		contacts = 0
	}
	for i, size := range Sizes(n) {
		buffer, err := ctx.NewBuffer("hooke."+size.Name, size.Bytes)
		if err != nil {
			b.release()
			return nil, fmt.Errorf("gpu: %w", err)
		}
		*slots[i] = buffer
	}
	var err error
	if b.contact, err = ctx.NewBuffer("hooke.Contact", contacts*int64(unsafe.Sizeof(shaders.Contact{}))); err != nil {
		b.release()
		return nil, fmt.Errorf("gpu: %w", err)
	}
	return b, nil
}

func (b *buffers) release() {
	for _, buffer := range []*glx.Buffer{b.palette[1], b.palette[0], b.table, b.nextVelocity, b.nextPosition, b.contact, b.kept[1], b.kept[0], b.stage, b.params, b.strain, b.status, b.incidence,
		b.force, b.material, b.spring, b.ends, b.velocity, b.position} {
		buffer.Release()
	}
}

// uploadModel writes what stays the same during a run: what drawing needs, what
// the passes of two-pass need.
func (b *buffers) uploadModel(m *model.Model, drawing, twoPass bool) {
	if drawing {
		b.uploadSprings(m)
	}
	if twoPass {
		b.uploadMaterials(m)
		glx.Upload(b.incidence, 0, incidences(m))
	}
}

func (b *buffers) uploadSprings(m *model.Model) {
	springs := make([]shaders.Spring, m.SpringCount())
	for s := range springs {
		springs[s] = shaders.Spring{RestLength: float32(m.RestLength[s]), Kind: uint32(m.MaterialOf[s])}
		if m.ActuatorOf != nil {
			springs[s].Kind |= uint32(m.ActuatorOf[s]) << 16
		}
	}
	glx.Upload(b.ends, 0, m.Ends)
	glx.Upload(b.spring, 0, springs)
}

func (b *buffers) uploadMaterials(m *model.Model) {
	materials := make([]shaders.Material, len(m.Materials))
	for i, material := range m.Materials {
		materials[i] = shaders.Material{Stiffness: float32(material.Stiffness), Damping: float32(material.Damping)}
		if material.TensionOnly {
			materials[i].Flags |= shaders.TensionOnly
		}
	}
	glx.Upload(b.material, 0, materials)
}

// narrowCoefficients resolves k and c of every spring for steps of dt and
// rounds them, with second words behind the first ones where the precision has
// them; nil when the palette says them. What float32 cannot hold is an error.
func narrowCoefficients(m *model.Model, precision Precision, dt float64) ([]shaders.Material, error) {
	if !m.PerSpring() && precision == Single {
		return nil, nil
	}
	r := model.NewResolver(m, dt)
	_, words := precision.words()
	springs := m.SpringCount()
	out := make([]shaders.Material, springs*int(words))
	for s := range springs {
		own, err := narrowSpring(m, r, s, dt)
		if err != nil {
			return nil, err
		}
		_, restLengthLow := twoWords(m.RestLength[s])
		out[s] = shaders.Material{Stiffness: own.stiffness, Damping: own.damping, Flags: math.Float32bits(restLengthLow)}
		if words > 1 {
			out[springs+s] = shaders.Material{Stiffness: own.stiffnessLow, Damping: own.dampingLow}
		}
	}
	return out, nil
}

// narrow is k [N/m] and c [N·s/m] of a spring in two words each.
type narrow struct{ stiffness, stiffnessLow, damping, dampingLow float32 }

// narrowSpring resolves and rounds k and c of a spring for steps of dt.
func narrowSpring(m *model.Model, r *model.Resolver, s int, dt float64) (n narrow, err error) {
	own := r.Spring(s)
	if max(own.Stiffness, own.Damping) > math.MaxFloat32 {
		return n, fmt.Errorf("gpu: spring %d: material %s comes to k = %g N/m and c = %g N·s/m at dt = %g s, more than single "+
			"precision holds; use a larger dt, or smaller masses", s, m.Materials[m.MaterialOf[s]], own.Stiffness, own.Damping, dt)
	}
	n.stiffness, n.stiffnessLow = twoWords(own.Stiffness)
	n.damping, n.dampingLow = twoWords(own.Damping)
	return n, nil
}

// uploadState writes what moves, rounded to the engine's precision. The
// velocity of a pinned axis is zero. Masses on paths are where those are at the
// state's time.
func (b *buffers) uploadState(m *model.Model, p model.Params, s *model.State) {
	masses := m.MassCount()
	positionWords, words := b.precision.words()
	positions := make([]shaders.Position, masses*int(positionWords))
	velocities := make([]shaders.Velocity, masses*int(words))
	put := func(i int, x, v model.Vec3) {
		position, positionLow := twoWords3(x)
		perMass, perMassLow := twoWords(m.InverseMass(i))
		positions[i] = shaders.Position{Xyz: position, InverseMass: perMass}
		if positionWords > 1 {
			positions[masses+i] = shaders.Position{Xyz: positionLow, InverseMass: perMassLow}
		}
		high, low := twoWords3(v)
		velocities[i] = shaders.Velocity{Xyz: high, Pin: float32(m.PinOf(i))}
		if words > 1 {
			velocities[masses+i] = shaders.Velocity{Xyz: low}
		}
	}
	for i := range masses {
		v := s.Velocity[i]
		for axis := range 3 {
			if m.PinOf(i)>>axis&1 != 0 {
				v[axis] = 0
			}
		}
		put(i, s.Position[i], v)
	}
	p.OnPaths(m, s.Time, put)
	glx.Upload(b.position, 0, positions)
	glx.Upload(b.velocity, 0, velocities)
	b.clearStatus()
}

// uploadParams writes the uniform block and the contacts of a run, in which no
// spring may be longer than runaway [m].
func (b *buffers) uploadParams(m *model.Model, p model.Params, runaway float64, commonLoads int) {
	gravity, gravityLow := twoWords4(p.Gravity)
	dt, dtLow := twoWords(p.DT)
	drag, dragLow := twoWords(p.DragFactor())
	rate, rateLow := twoWords(p.DragRate())
	layout, half := signalLayoutOf(p), p.Wind.Density()/2
	forces := m.SpringCount()
	if b.table != nil { // no pass keeps those of springs
		forces = 0
	}
	if p.Loaded() {
		forces += m.MassCount()
	}
	glx.Upload(b.params, 0, []shaders.Params{{
		Gravity:       gravity,
		GravityLow:    gravityLow,
		DT:            dt,
		DTLow:         dtLow,
		DragFactor:    drag,
		DragFactorLow: dragLow,
		DragRate:      rate,
		DragRateLow:   rateLow,
		MassCount:     uint32(m.MassCount()),
		SpringCount:   uint32(m.SpringCount()),
		ContactCount:  uint32(len(p.Contacts)),
		PaletteCount:  uint32(len(m.Materials)),
		Runaway:       float32(runaway),
		FrictionReach: float32(p.FrictionReach()),
		ForceCount:    uint32(forces),
		SignalVectors: uint32(layout.vectors()),
		CommonLoads:   uint32(commonLoads),
		GuidedCount:   uint32(p.Guided(m)),

		QuadraticDrag: float32(p.QuadraticDrag),
		WindDrag:      float32(half * p.Wind.Drag),
		WindLift:      float32(half * p.Wind.Lift),
		WindSignal:    uint32(layout.wind),
	}})
	if len(p.Contacts) > 0 && b.table == nil { // else they are in the table
		glx.Upload(b.contact, 0, contactRecords(p.Contacts))
	}
}
