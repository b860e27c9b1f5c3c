package gpu

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// Mirror shows on the device what another engine steps: positions and velocities
// that the host uploads, and the strains that follow from them, as a scene that can be
// drawn. It steps nothing, and has the model's numbering. 32 bytes per mass and 20
// per spring on the device, 32 per mass on the host.
type Mirror struct {
	ctx      *glx.Context
	model    *model.Model
	buffers  mirrorBuffers
	strain   *pass
	position []shaders.Position // on their way to the device
	velocity []shaders.Velocity
}

type mirrorBuffers struct {
	drawnBuffers
	params *glx.Buffer
}

// NewMirror makes a mirror of the model at rest. It refuses what does not fit
// (glx.ErrTooLarge, with the numbers). Of the options only the shaders count.
func NewMirror(ctx *glx.Context, m *model.Model, o Options) (*Mirror, error) {
	v := &Mirror{ctx: ctx, model: m, position: make([]shaders.Position, m.MassCount()), velocity: make([]shaders.Velocity, m.MassCount())}
	for i := range v.position {
		v.position[i] = shaders.Position{Xyz: narrowVec(m.RestPosition[i]), InverseMass: float32(m.InverseMass(i))}
		v.velocity[i].Pin = float32(m.PinOf(i))
	}
	if err := v.make(o); err != nil {
		v.Close()
		return nil, err
	}
	v.upload()
	return v, ctx.Err("gpu: make a mirror")
}

func (v *Mirror) make(o Options) (err error) {
	masses, springs := int64(v.model.MassCount()), int64(v.model.SpringCount())
	b := &v.buffers
	for _, want := range []struct {
		buffer **glx.Buffer
		name   string
		bytes  int64
	}{
		{&b.position, "Position", 16 * masses}, {&b.velocity, "Velocity", 16 * masses}, {&b.ends, "Ends", 8 * springs},
		{&b.spring, "Spring", 8 * springs}, {&b.strain, "Strain", 4 * springs}, {&b.params, "Params", int64(unsafe.Sizeof(shaders.Params{}))},
	} {
		if *want.buffer, err = v.ctx.NewBuffer("mirror."+want.name, want.bytes); err != nil {
			return fmt.Errorf("gpu: mirror: %w", err)
		}
	}
	(&buffers{ends: b.ends, spring: b.spring}).uploadSprings(v.model)
	glx.Upload(b.params, 0, []shaders.Params{{MassCount: uint32(masses), SpringCount: uint32(springs)}})
	var undivided *division
	defines := append(variant(v.model, model.Params{}, Single), undivided.defines()...)
	k := passMaker{ctx: v.ctx, files: o.Shaders, defines: defines, group: defaultWorkGroup}.with("FUSED", 0)
	if k.files == nil {
		k.files = shaders.Files()
	}
	v.strain, err = k.makeStrain(extent{count: springs}, b.drawnBuffers)
	return err
}

// Show uploads a state. It queues.
func (v *Mirror) Show(s *model.Snapshot) error {
	if len(s.Position) != len(v.position) || len(s.Velocity) != len(v.velocity) {
		return fmt.Errorf("gpu: mirror: a state of %d masses, the model has %d", len(s.Position), len(v.position))
	}
	for i := range v.position {
		v.position[i].Xyz = s.Position[i]
		v.velocity[i].Xyz = s.Velocity[i]
	}
	v.upload()
	return v.ctx.Err("gpu: show a state")
}

func (v *Mirror) upload() {
	glx.Upload(v.buffers.position, 0, v.position)
	glx.Upload(v.buffers.velocity, 0, v.velocity)
}

// MassCount is the number of masses that the buffers hold.
func (v *Mirror) MassCount() int { return v.model.MassCount() }

// SpringCount is the number of springs that the buffers hold.
func (v *Mirror) SpringCount() int { return v.model.SpringCount() }

// PositionBuffer holds what that of an Engine does.
func (v *Mirror) PositionBuffer() *glx.Buffer { return v.buffers.position }

// VelocityBuffer holds a vec4 per mass: velocity [m/s] and pin.
func (v *Mirror) VelocityBuffer() *glx.Buffer { return v.buffers.velocity }

// EndsBuffer holds what that of an Engine does.
func (v *Mirror) EndsBuffer() *glx.Buffer { return v.buffers.ends }

// SpringBuffer holds a shaders.Spring per spring: rest length and material, which
// is 0 for a removed one.
func (v *Mirror) SpringBuffer() *glx.Buffer { return v.buffers.spring }

// StrainBuffer holds what that of an Engine does.
func (v *Mirror) StrainBuffer() *glx.Buffer { return v.buffers.strain }

// MassOrder is nil: masses have the model's numbers.
func (v *Mirror) MassOrder() []uint32 { return nil }

// UpdateStrain queues the strain pass on the state that was shown last, and the
// barriers that a draw needs.
func (v *Mirror) UpdateStrain() error {
	v.ctx.BindUniform(uint32(shaders.BindParams), v.buffers.params)
	v.strain.dispatch(v.ctx)
	v.ctx.Barrier(glx.ByShader | glx.ByVertex) // the draw reads strains
	return v.ctx.Err("gpu: update strain")
}

// Close releases the buffers. Closing twice, or a nil mirror, is harmless.
func (v *Mirror) Close() {
	if v == nil {
		return
	}
	v.strain.release()
	b := &v.buffers
	for _, buffer := range []*glx.Buffer{b.params, b.strain, b.spring, b.ends, b.velocity, b.position} {
		buffer.Release()
	}
}

// narrowVec rounds a vector to float32.
func narrowVec(v model.Vec3) [3]float32 {
	return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
}
