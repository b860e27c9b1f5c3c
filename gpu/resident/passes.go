package resident

import (
	"fmt"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/catch"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/settings"
	"hooke/shaders"
)

// Passes are the one pass of a run and its bindings besides its slots. New makes them, and
// their owner calls Release.
type Passes struct {
	Pass *pass.Pass
	Most int // largest number of steps of a dispatch

	batches *glx.Buffer // uniform blocks Batch of 1 to Most steps
	stride  int64       // bytes from one to the next
}

// New compiles the pass of a run that Refusal does not refuse. k makes passes of masses that evaluate
// springs; if it lacks texels, the pass reads the table from storage. loads and guides are nil for a run
// without them, and caught where no contact catches masses.
func New(k pass.Maker, b *buffers.Arrays, r Run, loads *settings.Loads, guides *settings.Guides, caught *catch.Passes) (*Passes, error) {
	row := r.rows(k.Ctx.Limits)
	k = k.With("SIGNALS", number(row.Vectors > 0)).With("ROW_VECTORS", int(row.Vectors)).With("ROW_STRIDE", int(row.Stride)).
		With("MASS_LOADS", number(loads != nil && loads.Record != nil)).With("GUIDES", number(guides != nil))
	k.Defines = append(k.Defines, shaders.Define{Name: "HELD", Value: fmt.Sprintf("%du", r.Masses)})
	slots := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
		{Binding: shaders.BindStatus, Buffer: b.Status}}
	if loads != nil {
		for _, s := range []pass.Slot{{Binding: shaders.BindLoad, Buffer: loads.Record}, {Binding: shaders.BindIncidence, Buffer: loads.OfMass},
			{Binding: shaders.BindResidentTriangle, Buffer: loads.Triangle}, {Binding: shaders.BindAirIncidence, Buffer: loads.TrianglesAt}} {
			if s.Buffer != nil {
				slots = append(slots, s)
			}
		}
	}
	if guides != nil {
		slots = append(slots, pass.Slot{Binding: shaders.BindResidentGuided, Buffer: guides.Record})
	}
	if caught != nil {
		at := shaders.BindCaught
		if r.Params.Wind.Blows() {
			at = shaders.BindResidentCaught
		}
		slots = append(slots, pass.Slot{Binding: at, Buffer: caught.Counter})
		k = k.With("CATCHES", 1).With("KEEPS", 0).With("CONTACT_BITS", int(caught.Bits))
		if r.keepsSignals() {
			k = k.With("KEEPS_SIGNALS", 1)
		}
	}
	if r.Storage {
		slots = append(slots, pass.Slot{Binding: shaders.BindTable, Buffer: b.Table})
	}
	k.Timers = false // a dispatch makes now more steps, now fewer
	p := &Passes{Most: r.steps(k.Ctx.Limits)}
	var err error
	if p.Pass, err = k.Make("resident", shaders.Resident, pass.Extent{Count: 1}, slots); err != nil {
		return nil, err
	}
	if err := p.makeBatches(k.Ctx); err != nil {
		p.Release()
		return nil, err
	}
	return p, nil
}

func number(on bool) int {
	if on {
		return 1
	}
	return 0
}

// makeBatches writes a uniform block for each number of steps, so that no step uploads one.
func (p *Passes) makeBatches(ctx *glx.Context) (err error) {
	const bytes = int64(unsafe.Sizeof(shaders.Batch{}))
	alignment := max(bytes, int64(ctx.Limits.UniformAlignment))
	p.stride = (bytes + alignment - 1) / alignment * alignment
	if p.batches, err = ctx.NewBuffer("hooke.Batch", p.stride*int64(p.Most)); err != nil {
		return fmt.Errorf("gpu: %w", err)
	}
	records := make([]shaders.Batch, p.stride/bytes*int64(p.Most))
	for k := range p.Most {
		records[p.stride/bytes*int64(k)].Steps = uint32(k + 1)
	}
	glx.Upload(p.batches, 0, records)
	return nil
}

// Step queues the given number of steps, 1 to Most. The caller binds the parameters, the signals of the first
// step and the buffers of passes that evaluate springs, and issues the barrier after, since it knows the
// consumer.
func (p *Passes) Step(ctx *glx.Context, steps int) {
	ctx.BindUniformRange(uint32(shaders.BindBatch), p.batches, int64(steps-1)*p.stride, int64(unsafe.Sizeof(shaders.Batch{})))
	p.Pass.Dispatch(ctx)
}

// Release frees the pass and its buffer. On nil it does nothing.
func (p *Passes) Release() {
	if p != nil {
		p.Pass.Release()
		p.batches.Release()
	}
}
