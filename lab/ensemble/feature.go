package ensemble

import (
	"slices"
	"sync"

	"hooke/model"
)

// Feature is something that acts in members, or steps them, and that an engine may not step side by side. Reasons name it so.
type Feature string

// The features that not all engines step side by side.
const (
	Collisions    Feature = "collisions" // of masses of a member with each other; members never meet
	Meetings      Feature = "collisions of springs and triangles"
	Guides        Feature = "guides"
	Motors        Feature = "motors"
	Handles       Feature = "handles"
	QuadraticDrag Feature = "quadratic drag"
	Wind          Feature = "wind"
	Groups        Feature = "forces on groups"
	Weights       Feature = "inputs of masses"
	Shapes        Feature = "contacts that are no planes"
	Terrains      Feature = "terrain"
	Fields        Feature = "fields of meshes"
	Moving        Feature = "contacts that move"
	Spans         Feature = "contacts that touch springs or triangles"
	PerMass       Feature = "a stiffness that follows from each mass"
	Control       Feature = "a control loop"
	Muscles       Feature = "sensors of forces or metrics"
	Solvers       Feature = "solvers other than symplectic Euler"
	Rods          Feature = "rods"
	Rigid         Feature = "rigid springs"
)

// Features returns all of them. Those of materials are all that some engine does not step side by side, as the table of support says.
func Features() []Feature {
	return append([]Feature{Collisions, Meetings, Guides, Motors, Handles, QuadraticDrag, Wind, Groups, Weights, Spans, Shapes, Terrains, Fields, Moving, PerMass, Control, Muscles, Solvers}, ofMaterials()...)
}

// ofMaterials are the features of materials.
var ofMaterials = sync.OnceValue(func() (out []Feature) {
	for _, f := range model.MaterialFeatures() {
		if slices.ContainsFunc(model.EnsembleNames(), func(engine string) bool { return !sideBySide(f, engine) }) {
			out = append(out, Feature(f.String()))
		}
	}
	return out
})

// sideBySide reports whether an engine steps members with a feature side by side.
func sideBySide(f model.Feature, engine string) bool {
	return model.Support(f, model.SymplecticEuler, engine, model.Single) == model.Fast
}

// rows are the features in the table of support.
var rows = sync.OnceValue(func() map[Feature]model.Feature {
	out := map[Feature]model.Feature{Collisions: model.Collisions, Meetings: model.SpanCollisions, Guides: model.Guides, Motors: model.Motors, Handles: model.Handles, QuadraticDrag: model.QuadraticDrag,
		Wind: model.WindLoads, Groups: model.Spins, Weights: model.MassInputs, Shapes: model.SolidContacts, Terrains: model.Terrains, Fields: model.Fields, Moving: model.MovingContacts, Spans: model.SpanContacts, PerMass: model.ContactsPerMass,
		Control: model.ClosedLoops, Muscles: model.MuscleSensors}
	for _, f := range model.MaterialFeatures() {
		out[Feature(f.String())] = f
	}
	return out
})

// Together returns the features with which the named engine of ensembles steps members side by side, as model.Support says.
func Together(engine string) []Feature { return slices.Clone(together()[engine]) }

// together has them for each engine.
var together = sync.OnceValue(func() map[string][]Feature {
	out, known := map[string][]Feature{}, rows()
	for _, engine := range model.EnsembleNames() {
		for _, f := range Features() {
			if row, there := known[f]; there && sideBySide(row, engine) {
				out[engine] = append(out[engine], f)
			}
		}
	}
	return out
})

// Lacks returns the features that a kind has beside those that an engine steps side by side.
func (k Kind) Lacks(together ...Feature) []Feature {
	var out []Feature
	for _, f := range Features() {
		if f.in(&k) && !slices.Contains(together, f) {
			out = append(out, f)
		}
	}
	return out
}

// in reports whether a kind has the feature.
func (f Feature) in(k *Kind) bool {
	p := &k.Params
	switch f {
	case Control:
		return k.Control.Controls()
	case Muscles:
		return k.Control.SensesMuscles()
	case Solvers:
		return p.Integrator != model.SymplecticEuler
	case Collisions:
		return p.Collision.Masses()
	case Meetings:
		return p.Collision.Spans()
	case Guides:
		return len(p.Guides) > 0
	case Motors:
		return len(p.Motors) > 0
	case Handles:
		return len(p.Handles) > 0
	case QuadraticDrag:
		return p.QuadraticDrag != 0
	case Wind:
		return p.Wind.Blows()
	case Groups:
		return p.LoadsGroups()
	case Weights:
		return len(p.MassFactors) > 0
	}
	if row, there := rows()[f]; there && row.Material(k.Model) >= 0 {
		return true
	}
	return slices.ContainsFunc(p.Contacts, f.of)
}

// of reports whether a contact has a feature of contacts.
func (f Feature) of(c model.Contact) bool {
	switch f {
	case Shapes:
		_, plane := c.Shape.(model.Plane)
		return !plane
	case Terrains:
		_, terrain := c.Shape.(model.Terrain)
		return terrain
	case Fields:
		_, field := c.Shape.(model.Field)
		return field
	case Moving:
		return c.Trajectory.Moves()
	case Spans:
		return c.Spans() > model.TouchMasses
	}
	return f == PerMass && c.PerMass
}
