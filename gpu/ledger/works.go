package ledger

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/shaders"
)

// Works are the works that passes do on masses, or other items, within steps, of solvers that
// divide them. A nil *Works keeps nothing.
type Works struct {
	buffer  *glx.Buffer // [kinds × items]
	items   int64
	binding shaders.Binding
}

// NewWorks makes room for the works on masses; nil where a run keeps none.
func NewWorks(ctx *glx.Context, n ranges.Counts) (*Works, error) {
	return NewWorksOf(ctx, "Work", shaders.BindWork, n.Worked)
}

// NewWorksOf makes room for the works on so many items, which passes bind there; nil without items.
func NewWorksOf(ctx *glx.Context, name string, binding shaders.Binding, items int64) (w *Works, err error) {
	if items == 0 {
		return nil, nil
	}
	w = &Works{items: items, binding: binding}
	if w.buffer, err = ctx.NewBuffer("hooke."+name, ranges.WorkBytes(items)); err != nil {
		return nil, fmt.Errorf("gpu: %w", err)
	}
	return w, nil
}

// Release frees the room. On nil it does nothing.
func (w *Works) Release() {
	if w != nil {
		w.buffer.Release()
	}
}

// With is a maker of passes that book works, with their slots: it is k and slots where a run keeps
// none. paths says whether masses move on given paths.
func (w *Works) With(k pass.Maker, paths bool, slots ...pass.Slot) (pass.Maker, []pass.Slot) {
	if w == nil {
		return k, slots
	}
	on := 0
	if paths {
		on = 1
	}
	return k.With("WORKS", 1).With("PATHS", on), append(slots[:len(slots):len(slots)], pass.Slot{Binding: w.binding, Buffer: w.buffer})
}

// Clear forgets all works. On nil it does nothing.
func (w *Works) Clear(ctx *glx.Context) {
	if w != nil {
		ctx.Barrier(glx.ByTransfer) // the fill overwrites what passes wrote
		w.buffer.Fill(0)
	}
}

// Buffer is what a run needs from step to step; nil where it keeps none.
func (w *Works) Buffer() *glx.Buffer {
	if w == nil {
		return nil
	}
	return w.buffer
}

// Flows waits and sums the works on masses.
func (w *Works) Flows(ctx *glx.Context) (f model.Flows) {
	if w == nil {
		return f
	}
	ctx.Barrier(glx.ByTransfer) // the downloads read what passes wrote
	sums := SumWorks(w.buffer, 0, w.items, shaders.WorkKinds)
	return model.Flows{External: sums[shaders.WorkExternal], Drag: sums[shaders.WorkDrag], Friction: sums[shaders.WorkFriction],
		Constraints: sums[shaders.WorkConstraints], ContactDamping: sums[shaders.WorkContactDamping]}
}

// SumSprings sums the works of springs behind so many words of their impulses, as joint.glsl books
// them.
func SumSprings(b *glx.Buffer, words, springs int64) (sums [shaders.SpringWorkKinds]float64) {
	records := make([]shaders.Impulse, 2*min(springs, ranges.BlockItems))
	for kind := range sums {
		for at := int64(0); at < 2*springs; at += int64(len(records)) {
			some := records[:min(int64(len(records)), 2*springs-at)]
			glx.Download(b, words+2*int64(kind)*springs+at, some)
			for _, r := range some {
				sums[kind] += float64(r.Value)
			}
		}
	}
	return sums
}

// SumWorks sums the rows of works in a buffer, from a record on, of so many items each.
func SumWorks(b *glx.Buffer, first, items int64, kinds int) []float64 {
	sums, records := make([]float64, kinds), make([]shaders.Work, min(items, ranges.BlockItems))
	for kind := range sums {
		for at := int64(0); at < items; at += int64(len(records)) {
			some := records[:min(int64(len(records)), items-at)]
			glx.Download(b, first+int64(kind)*items+at, some)
			for _, r := range some {
				sums[kind] += float64(r.Hi) + float64(r.Lo)
			}
		}
	}
	return sums
}
