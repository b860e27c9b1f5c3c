package edited

import (
	"hooke/model"
	"hooke/viewer/draw"
	"slices"
)

// ReplaceModel replaces the model by that of another subject. make makes its engines;
// nil: the maker in use does. With keep, the run continues from its state if that fits,
// with its cuts and pins; kept says whether it did. After an error nothing has changed.
func (r *Run) ReplaceModel(subject draw.Subject, make Maker, keep bool) (kept bool, err error) {
	r.settle()
	state := subject.StartState()
	m := subject.Model
	if kept = keep && r.Batch.Err == nil && sameTopology(r.Subject.Model, m); kept {
		if state, err = r.State(); err != nil {
			return false, err
		}
		m = r.edited(m)
	}
	was := *r
	if make != nil {
		r.make = make
	}
	r.Subject = subject
	if err := r.Build(m, subject.Params); err != nil {
		*r = was
		return false, err
	}
	r.Hands, r.Palette, r.Substeps = nil, PaletteOf(subject.Model), 1
	r.Batch = model.Batch{} // of another engine
	if !kept {
		r.Removed, r.Touched = 0, false
		r.collision = model.Collision{}
		return false, r.GoTo(state, 0)
	}
	return true, r.GoTo(state, state.Step)
}

// sameTopology reports whether a state of one model is a state of the other: both have the
// same number of masses, and springs between the same ones.
func sameTopology(a, b *model.Model) bool {
	return a.MassCount() == b.MassCount() && slices.Equal(a.Ends, b.Ends)
}

// edited returns a model of the same topology with the cuts and pins of the present one.
func (r *Run) edited(m *model.Model) *model.Model {
	given := r.Subject.Model
	if r.Model == given {
		return m
	}
	out := *m
	if r.Removed > 0 || given.Attachments > 0 {
		out.MaterialOf = slices.Clone(m.MaterialOf)
		for s, material := range r.Model.MaterialOf {
			if material == model.Removed && given.MaterialOf[s] != model.Removed {
				out.MaterialOf[s] = model.Removed
			}
		}
	}
	if r.Removed > 0 {
		out.Skin = nil // as after a cut
	}
	if !slices.Equal(r.Model.Pin, given.Pin) {
		out.Pin = make([]model.Pin, m.MassCount())
		for i := range out.Pin {
			out.Pin[i] = m.PinOf(i)
			if pin := r.Model.PinOf(i); pin != given.PinOf(i) && (pin != 0 || m.Mass[i] > 0) {
				out.Pin[i] = pin
			}
		}
	}
	return &out
}
