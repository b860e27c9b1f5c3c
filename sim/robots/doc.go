// Package robots steps many structures of one scene together, each with values of its own: an ensemble (package
// ensemble) by names, as package sim is an engine by names.
//
//	r, err := robots.Open("walker", 4096, robots.Options{Free: []string{"actuator[*].phase"}})
//	err = r.Set("actuator[*].phase", phases) // one for all, one a member, or [members][muscles]
//	err = r.Step(1000)
//	err = r.Read("metrics", table)           // [members][columns], as Columns names them
//
// The bits of a member depend on its own values alone. Members that ended, by [run] until of the scene or by a
// divergence, keep the state in which they ended; see the quantity status.
//
// Robots are for one goroutine at a time; on a device, for the one that opened them.
package robots
