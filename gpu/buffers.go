package gpu

import (
	"fmt"
	"math"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/shaders"
)

// buffers are the device arrays of one model. The comment of each says which
// pass writes it; those without a pass are written at load or reset only.
type buffers struct {
	precision options.Precision
	own       map[*glx.Buffer][]limits.Window // what each range has of the arrays; nil: nothing is divided

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
func newBuffers(ctx *glx.Context, n ranges.Counts, contacts int64) (*buffers, error) {
	b := &buffers{precision: n.Precision}
	slots := []**glx.Buffer{&b.position, &b.velocity, &b.ends, &b.spring, &b.material,
		&b.force, &b.external, &b.incidence, &b.status, &b.strain, &b.params, &b.stage, &b.kept[0], &b.kept[1], &b.centered}
	if n.Table > 0 {
		slots = []**glx.Buffer{&b.position, &b.velocity, &b.nextPosition, &b.nextVelocity, &b.table, &b.external, &b.palette[0], &b.palette[1],
			&b.ends, &b.spring, &b.strain, &b.material, &b.status, &b.params, &b.stage, &b.kept[0], &b.kept[1], &b.centered}
	}
	for i, size := range ranges.Sizes(n) {
		buffer, err := ctx.NewLongBuffer("hooke."+size.Name, size.Bytes)
		if err != nil {
			b.release()
			return nil, fmt.Errorf("gpu: %w", err)
		}
		*slots[i] = buffer
	}
	var err error
	_, words := n.Precision.Words()
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

// clearStatus says that nothing has run yet.
func (b *buffers) clearStatus() {
	glx.Upload(b.status, 0, []shaders.Status{{FirstPass: math.MaxUint32, FirstMass: math.MaxUint32,
		RunawayStep: math.MaxUint32, RunawaySpring: math.MaxUint32, KeptFirst: math.MaxUint32, KeptSecond: math.MaxUint32}})
}
