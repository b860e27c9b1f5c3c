package ensemble

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// ValuesOf returns the values that a settled kind has of its free fields.
func (k Kind) ValuesOf() []float64 {
	w := k.open(false)
	out := make([]float64, len(k.Free))
	for i, f := range k.Free {
		k.laws[i].get(w, f.Index, &out[i])
	}
	return out
}

// Written returns the member as a run of its own: the model and the parameters of the kind
// with the values of its free fields in them; nil values are those of the kind. The model
// shares the arrays of the kind's model that the values do not change. The kind must come
// from Settle, and the values must have passed Judge.
func (k Kind) Written(values []float64) (*model.Model, model.Params) {
	if values == nil {
		return k.Model, k.Params.Clone()
	}
	w := k.open(true)
	for i, f := range k.Free {
		if !k.laws[i].steers {
			k.laws[i].set(w, f.Index, &values[i])
		}
	}
	w.close()
	return w.model, w.params
}

// SafeStep returns the largest stable step of a member [s]; see physics.SafeStep.
func (k Kind) SafeStep(values []float64) float64 {
	return physics.SafeStep(k.Written(values))
}

// open returns the target from which values are read or, with a palette of its own, into
// which they are written.
func (k Kind) open(own bool) *written {
	w := &written{control: k.Control, model: k.Model, params: k.Params.Clone(), angles: make([][2]float64, len(k.Params.Contacts)), turned: make([]bool, len(k.Params.Contacts))}
	for i, c := range k.Params.Contacts {
		if plane, ok := c.Shape.(model.Plane); ok {
			w.angles[i] = anglesOf(plane.UnitNormal())
		}
	}
	if own {
		copied := *k.Model
		copied.Materials = slices.Clone(k.Model.Materials)
		w.model = &copied
	}
	return w
}

// close writes numbers that depend on several values.
func (w *written) close() {
	for i, turned := range w.turned {
		if plane, ok := w.params.Contacts[i].Shape.(model.Plane); ok && turned {
			plane.Normal = NormalOf(w.angles[i][0], w.angles[i][1])
			w.params.Contacts[i].Shape = plane
		}
	}
	for i, x := range w.pull {
		w.params.Forces[i].Force = w.params.Forces[i].Force.Mul(x)
	}
	if w.scale != nil {
		w.model.Mass = slices.Clone(w.model.Mass)
		for g, scale := range w.scale {
			for _, i := range w.model.Groups[g].Masses {
				w.model.Mass[i] *= scale
			}
		}
	}
	if w.rest != nil {
		w.model.RestLength = slices.Clone(w.model.RestLength)
		for s, material := range w.model.MaterialOf {
			w.model.RestLength[s] *= w.rest[material]
		}
	}
}

// anglesOf are slope and heading of a unit normal [rad]; see NormalOf.
func anglesOf(n model.Vec3) [2]float64 {
	return [2]float64{math.Atan2(math.Hypot(n[0], n[1]), n[2]), math.Atan2(n[1], n[0])}
}

// NormalOf returns the unit normal of a plane with the given slope [rad] that goes down in the
// direction of the heading [rad], which counts from +x to +y:
//
//	n = (sin slope cos heading, sin slope sin heading, cos slope)
func NormalOf(slope, heading float64) model.Vec3 {
	sine, cosine := math.Sincos(slope)
	y, x := math.Sincos(heading)
	return model.Vec3{sine * x, sine * y, cosine}
}
