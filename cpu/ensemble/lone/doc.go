// Package lone steps members of ensembles that packs do not take: each has an engine cpu of its own, which one
// thread steps, and the bits that a run of its own has on one thread.
//
// A member is followed as a sweep follows a run: samples of metrics every some steps, contacts in every step, conditions that end
// it at the step at which they first hold. A structure far from the origin is counted from a point near it, as that of a run is.
//
// Members of a kind share the arrays of the model that their values leave as they are. What a member has for itself
// is said by Bytes: the table and the states of an engine, and what a meter keeps.
package lone
