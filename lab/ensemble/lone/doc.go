// Package lone steps members of ensembles that an engine of ensembles does not step side by side: each has an engine of its own, of
// one structure, and the bits that a run of its own has in such an engine.
//
// A member is followed as a sweep follows a run: samples of metrics every some steps, contacts in every step, conditions that end
// it at the step at which they first hold. A structure far from the origin is counted from a point near it, as that of a run is.
//
// Which engine that is a Maker says. Members of a kind share the arrays of the model that their values leave as they are. What a
// member has for itself are the engine and what a meter keeps (Beside).
package lone
