package watch

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
)

// Looks holds the passes that check a state, and the checks that the host has yet to read. A
// nil *Looks holds none and may be released.
type Looks struct {
	buffer    *glx.Buffer // look, look-sum; [1 + shaders.LookRing + work groups]
	look, sum *pass.Pass
	queued    []when       // the looks on the device
	read      []model.Look // those that were read to make room
}

// when says when a look is.
type when struct {
	step int64
	time float64 // [s]
}

// New compiles the passes for the given number of masses. On an error nothing stays allocated.
func New(k pass.Maker, b *buffers.Arrays, masses int64) (l *Looks, err error) {
	k = k.Summing()
	over := pass.Extent{Items: pass.OfMasses, Count: masses, Groups: shaders.LedgerGroups}
	parts := over.GroupsIn(k.Division)
	l = &Looks{}
	defer func() {
		if err != nil {
			l.Release()
			l = nil
		}
	}()
	if l.buffer, err = k.Ctx.NewBuffer("hooke.Look", (1+shaders.LookRing+parts)*int64(unsafe.Sizeof(shaders.Look{}))); err != nil {
		return l, fmt.Errorf("gpu: %w", err)
	}
	looks := pass.Slot{Binding: shaders.BindLook, Buffer: l.buffer}
	l.look, err = k.Make("look", shaders.LookPass, over,
		[]pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}, looks})
	if err != nil {
		return l, err
	}
	l.sum, err = k.With("LOOK_PARTS", int(parts)).Make("look-sum", shaders.LookSum, pass.Extent{Count: pass.SumGroup}, []pass.Slot{looks})
	return l, err
}

// Release frees the passes and the buffer. On nil it does nothing.
func (l *Looks) Release() {
	if l == nil {
		return
	}
	l.sum.Release()
	l.look.Release()
	l.buffer.Release()
}

// Queue queues a look at the present state, which is that of a step and a time [s]. Parameters must be bound,
// and positions and velocities readable. It waits only when the device cannot hold one more look, which is
// after shaders.LookRing of them.
func (l *Looks) Queue(ctx *glx.Context, step int64, time float64) error {
	if len(l.queued) == shaders.LookRing {
		if err := l.fetch(ctx); err != nil {
			return err
		}
	}
	l.look.Dispatch(ctx)
	ctx.Barrier(glx.ByShader) // look-sum reads the parts, and the next pass overwrites the input of look
	l.sum.Dispatch(ctx)
	l.queued = append(l.queued, when{step, time})
	return nil
}

// Read waits and appends the looks since the last call to dst.
func (l *Looks) Read(ctx *glx.Context, dst []model.Look) ([]model.Look, error) {
	err := l.fetch(ctx)
	dst = append(dst, l.read...)
	l.read = l.read[:0]
	return dst, err
}

// DropAfter waits and drops the looks at later steps than this one, which are done again. A nil *Looks drops
// nothing.
func (l *Looks) DropAfter(ctx *glx.Context, step int64) error {
	if l == nil {
		return nil
	}
	err := l.fetch(ctx)
	l.read = slices.DeleteFunc(l.read, func(look model.Look) bool { return look.Step > step })
	return err
}

// Forget drops all looks that were not read.
func (l *Looks) Forget(ctx *glx.Context) {
	l.queued, l.read = l.queued[:0], l.read[:0]
	l.clear(ctx)
}

// fetch waits and reads the looks on the device.
func (l *Looks) fetch(ctx *glx.Context) error {
	if len(l.queued) == 0 {
		return nil
	}
	records := make([]shaders.Look, 1+len(l.queued))
	ctx.Barrier(glx.ByTransfer) // the download reads the output of look-sum
	glx.Download(l.buffer, 0, records)
	if n := int(records[0].Number); n != len(l.queued) {
		return fmt.Errorf("gpu: the device looked %d times at the state, and %d looks were queued: a dispatch was lost", n, len(l.queued))
	}
	for i, at := range l.queued {
		l.read = append(l.read, lookOf(records[1+i], at))
	}
	l.queued = l.queued[:0]
	l.clear(ctx)
	return ctx.Err("gpu: read looks")
}

// clear makes the device count looks from 0.
func (l *Looks) clear(ctx *glx.Context) {
	ctx.Barrier(glx.ByTransfer) // the upload overwrites the output of look-sum
	glx.Upload(l.buffer, 0, []shaders.Look{{}})
}

// lookOf returns the look of a record.
func lookOf(r shaders.Look, at when) model.Look {
	two := func(hi, lo float32) float64 { return float64(hi) + float64(lo) }
	look := model.Look{Step: at.step, Time: at.time, Speed: float64(r.Speed)}
	if mass := two(r.MassHi, r.MassLo); mass != 0 {
		look.Center = model.Vec3{two(r.XHi, r.XLo) / mass, two(r.YHi, r.YLo) / mass, two(r.ZHi, r.ZLo) / mass}
	}
	return look
}
