// Package mirror shows on the device the state of an engine that steps elsewhere, such as on
// the host.
package mirror

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/measure"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/model/inelastic"
	springs "hooke/physics/measure"
	"hooke/shaders"
)

// Mirror is the state of another engine on the device: positions and velocities that the host
// uploads, and measurements of springs from them, as a scene that can be drawn. It takes no
// steps, and keeps the model's order of masses. On the device it takes 32 bytes per mass and
// 20 per spring, 12 more if springs of a material have k and c of their own; on the host it
// takes 32 bytes per mass.
type Mirror struct {
	ctx       *glx.Context
	model     *model.Model
	params    model.Params
	files     fs.FS
	buffers   buffers.Arrays // only the arrays that drawing uses
	measuring *measure.Passes
	origin    model.Vec3         // of the positions in the buffers [m]
	scale     []float64          // L0(t)/L0 of each actuator's springs in the state; nil: 1
	position  []shaders.Position // on their way to the device
	velocity  []shaders.Velocity
	special   special
	changes   []inelastic.Change // of springs in the buffers; empty: none
}

// Changes returns the changes of springs in the state that is shown, see model.State. A torn spring has the
// material of a removed one in SpringBuffer.
func (v *Mirror) Changes() []inelastic.Change { return v.changes }

// New makes a mirror of the model at rest, whose springs resist as they do in a run with
// parameters p. The error for a model that does not fit wraps glx.ErrTooLarge and has the numbers. files
// are the shaders; nil stands for those of this build.
func New(ctx *glx.Context, m *model.Model, p model.Params, files fs.FS) (*Mirror, error) {
	v := &Mirror{ctx: ctx, model: m, files: files, position: make([]shaders.Position, m.MassCount()), velocity: make([]shaders.Velocity, m.MassCount())}
	for i := range v.position {
		v.position[i] = shaders.Position{Xyz: narrowVec(m.RestPosition[i]), InverseMass: float32(m.InverseMass(i))}
		v.velocity[i].Pin = float32(m.PinOf(i))
	}
	if v.files == nil {
		v.files = shaders.Files()
	}
	if err := v.make(); err != nil {
		v.Close()
		return nil, err
	}
	if err := v.SetParams(p); err != nil {
		v.Close()
		return nil, err
	}
	v.upload()
	return v, ctx.Err("gpu: make a mirror")
}

// make allocates the buffers and writes the arrays that never change.
func (v *Mirror) make() (err error) {
	masses, springs := int64(v.model.MassCount()), int64(v.model.SpringCount())
	records := int64(len(v.model.Materials))
	if v.model.PerSpring() {
		records += springs
	}
	records *= int64(table.LawRecords(v.model))
	b := &v.buffers
	for _, want := range []struct {
		buffer **glx.Buffer
		name   string
		bytes  int64
	}{
		{&b.Position, "Position", 16 * masses}, {&b.Velocity, "Velocity", 16 * masses}, {&b.Ends, "Ends", 8 * springs},
		{&b.Spring, "Spring", 8 * springs}, {&b.Strain, "Strain", 4 * springs}, {&b.Material, "Material", 12 * records},
		{&b.Params, "Params", int64(unsafe.Sizeof(shaders.Params{}))},
	} {
		if *want.buffer, err = v.ctx.NewBuffer("mirror."+want.name, want.bytes); err != nil {
			return fmt.Errorf("gpu: mirror: %w", err)
		}
	}
	b.UploadSprings(v.model)
	if len(v.model.Materials) > 0 {
		b.UploadMaterials(v.model, nil)
	}
	return nil
}

// SetParams takes the parameters of the run that is shown: k and c of springs and the
// number of actuators depend on them. On an error nothing changes.
func (v *Mirror) SetParams(p model.Params) error {
	p = settings.WithStep(v.model, p)
	if v.measuring == nil || p.Substep().DT != v.params.DT {
		if err := v.buffers.UploadCoefficients(table.ResponseOf(v.model, p), nil); err != nil {
			return err
		}
	}
	if v.measuring == nil || len(p.Actuators) != len(v.params.Actuators) {
		if err := v.compile(p); err != nil {
			return err
		}
	}
	v.special.law = springs.Of(v.model, p)
	v.params = model.Params{DT: p.Substep().DT, Actuators: slices.Clone(p.Actuators)}
	v.buffers.UploadParams(v.model, &settings.Settings{Params: v.params, Signals: settings.SignalLayoutOf(v.params)}, math.Inf(1), 0, nil)
	return v.ctx.Err("gpu: mirror: set parameters")
}

// compile makes the passes that measure springs of a run with parameters p.
func (v *Mirror) compile(p model.Params) error {
	p = model.Params{Actuators: p.Actuators}
	if settings.SignalLayoutOf(p).Vectors() > shaders.SignalCount {
		return settings.SignalLayoutOf(p).Fits(p, settings.SignalLayoutOf(p).Vectors())
	}
	var undivided *ranges.Division
	b := &v.buffers
	k := pass.Maker{Ctx: v.ctx, Files: v.files, Defines: append(append(settings.Variant(v.model, p, options.Single), shaders.Define{Name: "NORMALIZED", Value: "0"}), undivided.Defines()...), Group: options.DefaultWorkGroup(v.ctx.Limits)}.With("FUSED", 0)
	actuators := 0
	if v.model.ActuatorOf != nil {
		actuators = len(p.Actuators)
	}
	made, err := measure.New(k, pass.Extent{Count: int64(v.model.SpringCount())}, b, actuators, settings.SignalLayoutOf(p).Vectors())
	if err != nil {
		return err
	}
	v.measuring.Release()
	v.measuring = made
	return nil
}

// Show queues the upload of a state. The actuated rest lengths of the state have these
// scales, as in physics.Signals; nil: no spring is actuated.
func (v *Mirror) Show(s *model.Snapshot, restScale []float64) error {
	if len(s.Position) != len(v.position) || len(s.Velocity) != len(v.velocity) {
		return fmt.Errorf("gpu: mirror: a state of %d masses, the model has %d", len(s.Position), len(v.position))
	}
	for i := range v.position {
		v.position[i].Xyz = s.Position[i]
		v.velocity[i].Xyz = s.Velocity[i]
	}
	v.origin, v.scale = s.Origin, append(v.scale[:0], restScale...)
	if !slices.Equal(s.Changes, v.changes) {
		v.changes = append(v.changes[:0], s.Changes...)
		v.buffers.UploadSprings(v.model.Changed(v.changes))
	}
	v.special.keep(s)
	v.upload()
	return v.ctx.Err("gpu: show a state")
}

// Origin returns the point of the world that positions in the buffers are counted from [m].
func (v *Mirror) Origin() model.Vec3 { return v.origin }

// RestScale returns L0(t)/L0 of each actuator's springs in the state that is shown.
func (v *Mirror) RestScale() []float64 {
	for len(v.scale) < len(v.params.Actuators) {
		v.scale = append(v.scale, 1)
	}
	return v.scale[:len(v.params.Actuators)]
}

func (v *Mirror) upload() {
	glx.Upload(v.buffers.Position, 0, v.position)
	glx.Upload(v.buffers.Velocity, 0, v.velocity)
}

// MassCount returns the number of masses that the buffers hold.
func (v *Mirror) MassCount() int { return v.model.MassCount() }

// SpringCount returns the number of springs that the buffers hold.
func (v *Mirror) SpringCount() int { return v.model.SpringCount() }

// PositionBuffer has the layout of an Engine's.
func (v *Mirror) PositionBuffer() *glx.Buffer { return v.buffers.Position }

// VelocityBuffer holds a vec4 per mass: velocity [m/s] and pin.
func (v *Mirror) VelocityBuffer() *glx.Buffer { return v.buffers.Velocity }

// EndsBuffer has the layout of an Engine's.
func (v *Mirror) EndsBuffer() *glx.Buffer { return v.buffers.Ends }

// SpringBuffer holds a shaders.Spring per spring: rest length and material, which
// is 0 for a removed one.
func (v *Mirror) SpringBuffer() *glx.Buffer { return v.buffers.Spring }

// StrainBuffer has the layout of an Engine's.
func (v *Mirror) StrainBuffer() *glx.Buffer { return v.buffers.Strain }

// MassOrder is nil, since masses have the model's numbers.
func (v *Mirror) MassOrder() []uint32 { return nil }

// UpdateStrain queues the pass that fills StrainBuffer from the state that was shown
// last, and the barriers that a draw needs.
func (v *Mirror) UpdateStrain() error { return v.Measure(shaders.MeasureStrain, v.buffers.Strain) }

// Measure is Measure of an Engine, for the state that was shown last.
func (v *Mirror) Measure(what shaders.Measured, into *glx.Buffer) error {
	v.ctx.BindUniform(uint32(shaders.BindParams), v.buffers.Params)
	if err := v.measuring.Queue(what, into, v.RestScale()); err != nil {
		return err
	}
	v.special.show(v.ctx, what, into, v.RestScale())
	return v.ctx.Err("gpu: measure springs")
}

// Close releases the buffers. Closing twice, or a nil mirror, is harmless.
func (v *Mirror) Close() {
	if v == nil {
		return
	}
	v.measuring.Release()
	v.buffers.Release()
}

// narrowVec rounds a vector to float32.
func narrowVec(v model.Vec3) [3]float32 {
	return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
}
