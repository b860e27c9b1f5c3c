package resident

import (
	"fmt"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/pass"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// Persistent is the pass that makes some steps of a box of a lattice in one dispatch of work groups that run
// at once, and the buffers that restore the state where they do not. NewPersistent makes it, and its owner
// calls Release.
type Persistent struct {
	Passes

	arrivals         *glx.Buffer
	position, status *glx.Buffer // copies from before a dispatch; that of velocities is in NextVelocity
}

// warp is the number of invocations that a processor runs in step, on devices that tell how many it holds.
const warp = 32

// PersistentRefusal returns the reason why a device cannot compute many steps of a run in one dispatch of the given number of work
// groups (blocks); empty if it can. It allows half of the groups that fit a processor, to leave registers and shared memory for a group.
func PersistentRefusal(l limits.Limits, m *model.Model, p *model.Params, blocks int64, group int) string {
	switch {
	case m.Damps():
		return "springs with dampers read velocities, which are not shared"
	case settings.External(*p) || len(p.Guides) > 0 || physics.Catches(*p):
		return "loads, guides and contacts that catch masses have passes between steps"
	case p.Driven():
		return "something changes from step to step"
	case l.Processors == 0:
		return "this driver does not report how many work groups run at once (GL_NV_shader_thread_group)"
	}
	if most := int64(l.Processors) * int64(l.Warps) * warp / 2 / int64(group); blocks > most {
		return fmt.Sprintf("%d work groups of %d do not run at once on this device, about %d may", blocks, group, most)
	}
	return ""
}

// NewPersistent compiles the pass. k makes passes of masses that evaluate springs from tiles, and keep the state of their mass.
func NewPersistent(k pass.Maker, b *buffers.Arrays, blocks int64) (p *Persistent, err error) {
	p = &Persistent{Passes: Passes{Most: MostSteps}}
	defer func() {
		if err != nil {
			p.Release()
			p, err = nil, fmt.Errorf("gpu: %w", err)
		}
	}()
	for name, buffer := range map[string]struct {
		into  **glx.Buffer
		bytes int64
	}{"hooke.Arrivals": {&p.arrivals, int64(unsafe.Sizeof(shaders.Arrivals{}))}, "hooke.PositionBefore": {&p.position, b.Position.Bytes()}, "hooke.StatusBefore": {&p.status, b.Status.Bytes()}} {
		if *buffer.into, err = k.Ctx.NewBuffer(name, buffer.bytes); err != nil {
			return p, err
		}
	}
	k.Timers = false // a dispatch makes now more steps, now fewer
	p.Pass, err = k.Make("persistent", shaders.Persistent, pass.Extent{Count: blocks * int64(k.Group)}, []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position},
		{Binding: shaders.BindVelocity, Buffer: b.Velocity}, {Binding: shaders.BindNextPosition, Buffer: b.NextPosition}, {Binding: shaders.BindTable, Buffer: b.Table},
		{Binding: shaders.BindStatus, Buffer: b.Status}, {Binding: shaders.BindArrivals, Buffer: p.arrivals}})
	if err == nil {
		err = p.makeBatches(k.Ctx)
	}
	return p, err
}

// Step computes an even number of steps, up to Most, and waits for them. It reports whether the work groups met after each step; if
// not, the state is unchanged. The caller binds the parameters and the inputs of passes that evaluate springs. Later passes may read the
// state.
func (p *Persistent) Step(ctx *glx.Context, b *buffers.Arrays, steps int) bool {
	kept := [3][2]*glx.Buffer{{p.position, b.Position}, {b.NextVelocity, b.Velocity}, {p.status, b.Status}}
	ctx.Barrier(glx.ByTransfer) // the copies read the writes of passes
	for _, pair := range kept {
		pair[0].CopyFrom(pair[1])
	}
	glx.Upload(p.arrivals, 0, []shaders.Arrivals{{}})
	p.Passes.Step(ctx, steps)
	ctx.Barrier(glx.ByShader | glx.ByTexel | glx.ByTransfer)
	var met [1]shaders.Arrivals
	glx.Download(p.arrivals, 0, met[:])
	if met[0].Failed == 0 {
		return true
	}
	for _, pair := range kept {
		pair[1].CopyFrom(pair[0])
	}
	return false
}

// Release frees the pass and its buffers. On nil it does nothing.
func (p *Persistent) Release() {
	if p == nil {
		return
	}
	p.Passes.Release()
	p.arrivals.Release()
	p.position.Release()
	p.status.Release()
}
