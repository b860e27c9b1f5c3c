// Package ensemble defines ensembles: many structures of one form that are stepped together. A Kind
// holds all that its members share, a Member is one structure with values of its own, and an Engine
// steps all. Packages cpu/ensemble, gpu/ensemble and cpuref/ensemble make engines.
//
// The bits of a member depend on its kind, its values and its start alone: not on the number
// of members, its position among them, the number of threads, or which members have ended.
// Each member has its own origin; no two interact.
//
// The meaning of a value is defined by Written, which writes the values of a member into a model and
// parameters of its own: that run is the member.
//
// Engines share Loops, the control loops of the members: a runner of package control for each member,
// with a control of its own, and the actions and sensors of all members at once. The engine steps
// the members and gives each runner a body, by which it senses and steers its member.
//
// A LoneMember is one that an engine does not step side by side with others: it has an engine of its
// own, of one structure, and the bits of a run of its own in such an engine. A LoneMaker says which
// engine that is. A lone member is followed as a sweep follows a run: samples of metrics at an
// interval of steps, contacts in every step, conditions that end it at the step at which they first
// hold. A structure far from the origin is counted from a point near it, as in a run of its own.
// Lone members of a kind share the arrays of the model that their values leave as they are; LoneBytes
// is the memory that each takes beside them.
package ensemble
