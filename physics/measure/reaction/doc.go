// Package reaction evaluates what a structure does to the things that hold it: contacts,
// pins and guides. It is one law in float64 for all engines, evaluated from a state:
//
//	law, err := reaction.New(m, params, pins, []string{"contact[0]", "pin[1]"})
//	columns := law.Columns()
//	values := law.At(state, restScale, nil)
//
// A reaction is the force of the structure on the thing [N], what a load cell between them
// reads, so that a body at rest presses with m g on the ground and pulls with m g at a pin.
package reaction
