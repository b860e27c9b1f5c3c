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

// Sizes lists the buffers of a model on the device, from its counts alone, so
// that a model can be judged before anything is allocated. The contacts of a
// run, 68 bytes each, come on top.
func Sizes(masses, springs, materials int64) []Size {
	of := func(name string, count int64) Size {
		for _, r := range shaders.Records() {
			if r.Name == name {
				return Size{name, count * int64(r.Bytes())}
			}
		}
		panic("gpu: no record named " + name)
	}
	return []Size{
		of("Position", masses),
		of("Velocity", masses),
		of("Ends", springs),
		of("Spring", springs),
		of("Material", materials),
		of("Force", springs),
		of("First", masses+1),
		of("Incidence", 2*springs),
		of("Status", 1),
		of("Strain", springs),
		of("Params", 1),
	}
}

// Memory is the sum of Sizes [bytes].
func Memory(masses, springs, materials int64) int64 {
	var total int64
	for _, s := range Sizes(masses, springs, materials) {
		total += s.Bytes
	}
	return total
}

// Fits reports, as an error with the numbers, why a model of these counts does
// not fit the device; nil when it does.
func Fits(limits glx.Limits, masses, springs, materials int64) error {
	var faults []error
	for _, s := range Sizes(masses, springs, materials) {
		if s.Bytes > limits.StorageBlockBytes {
			faults = append(faults, fmt.Errorf("gpu: %d masses and %d springs are %w: buffer %s needs %d bytes, "+
				"allowed %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)", masses, springs, glx.ErrTooLarge, s.Name, s.Bytes, limits.StorageBlockBytes))
		}
	}
	if masses > limits.Elements {
		faults = append(faults, fmt.Errorf("gpu: %d masses are %w: allowed %d vertices (GL_MAX_ELEMENT_INDEX)",
			masses, glx.ErrTooLarge, limits.Elements))
	}
	return errors.Join(faults...)
}

// buffers are the device arrays of one model. The comment of each says which
// pass writes it; those without a pass are written at load or reset only.
type buffers struct {
	position  *glx.Buffer // integrate; [masses] vec4
	velocity  *glx.Buffer // integrate; [masses] vec4
	ends      *glx.Buffer // [springs] uvec2
	spring    *glx.Buffer // [springs]
	material  *glx.Buffer // [materials]
	force     *glx.Buffer // spring-force; [springs]
	first     *glx.Buffer // [masses+1]
	incidence *glx.Buffer // [2 springs]
	status    *glx.Buffer // spring-force, integrate; [1]
	strain    *glx.Buffer // spring-strain; [springs]
	params    *glx.Buffer // uniform block
	contact   *glx.Buffer // [contacts]
}

// newBuffers allocates everything; on an error nothing stays allocated.
func newBuffers(ctx *glx.Context, masses, springs, materials, contacts int64) (*buffers, error) {
	b := &buffers{}
	slots := []**glx.Buffer{&b.position, &b.velocity, &b.ends, &b.spring, &b.material,
		&b.force, &b.first, &b.incidence, &b.status, &b.strain, &b.params}
	for i, size := range Sizes(masses, springs, materials) {
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
	for _, buffer := range []*glx.Buffer{b.contact, b.params, b.strain, b.status, b.incidence, b.first,
		b.force, b.material, b.spring, b.ends, b.velocity, b.position} {
		buffer.Release()
	}
}

// uploadModel writes what stays the same during a run.
func (b *buffers) uploadModel(m *model.Model) {
	springs := make([]shaders.Spring, m.SpringCount())
	for s := range springs {
		springs[s] = shaders.Spring{RestLength: float32(m.RestLength[s]), Material: uint32(m.MaterialOf[s])}
	}
	materials := make([]shaders.Material, len(m.Materials))
	for i, material := range m.Materials {
		materials[i] = shaders.Material{Stiffness: float32(material.Stiffness), Damping: float32(material.Damping)}
	}
	first, entries := incidences(m)
	glx.Upload(b.ends, 0, m.Ends)
	glx.Upload(b.spring, 0, springs)
	glx.Upload(b.material, 0, materials)
	glx.Upload(b.first, 0, first)
	glx.Upload(b.incidence, 0, entries)
}

// uploadState writes what moves, rounded to float32. The velocity of a pinned
// axis is zero.
func (b *buffers) uploadState(m *model.Model, s *model.State) {
	positions := make([]shaders.Position, m.MassCount())
	velocities := make([]shaders.Velocity, m.MassCount())
	for i := range positions {
		pin := m.PinOf(i)
		positions[i].InverseMass = float32(m.InverseMass(i))
		velocities[i].Pin = float32(pin)
		for axis := range 3 {
			positions[i].Xyz[axis] = float32(s.Position[i][axis])
			if pin>>axis&1 == 0 {
				velocities[i].Xyz[axis] = float32(s.Velocity[i][axis])
			}
		}
	}
	glx.Upload(b.position, 0, positions)
	glx.Upload(b.velocity, 0, velocities)
	glx.Upload(b.status, 0, []shaders.Status{{FirstStep: math.MaxUint32, FirstMass: math.MaxUint32}})
}

// uploadParams writes the uniform block and the contacts of a run.
func (b *buffers) uploadParams(m *model.Model, p model.Params) {
	glx.Upload(b.params, 0, []shaders.Params{{
		Gravity:      [4]float32{float32(p.Gravity[0]), float32(p.Gravity[1]), float32(p.Gravity[2])},
		DT:           float32(p.DT),
		DragFactor:   float32(p.DragFactor()),
		MassCount:    uint32(m.MassCount()),
		SpringCount:  uint32(m.SpringCount()),
		ContactCount: uint32(len(p.Contacts)),
	}})
	if len(p.Contacts) > 0 {
		glx.Upload(b.contact, 0, contactRecords(p.Contacts))
	}
}
