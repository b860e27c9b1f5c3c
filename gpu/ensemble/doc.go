// Package ensemble steps many structures of one form on the device, in float32.
//
// Members of a kind lie interleaved in packs of 32: of each mass the vectors of 32 members lie side by
// side, so that a neighbor is one read of whole cache lines for every spring of every structure, and
// what members share is read once for all of them. A mass takes 64 bytes of a member, and where
// members are measured 12 more, and a spring that a muscle drives 4. Numbers that members have for themselves are rows of one number a member.
//
// There are two pipelines, with the same bits. In "ensemble" an invocation is a mass of a member, and a
// step is two dispatches: masses move from one copy of the state to the other, and then each member is
// judged and its muscles are driven. In "ensemble-resident" a work group has a member, keeps its state in
// shared memory, and makes up to 64 steps in a dispatch; who does not fit is refused with the numbers.
//
// A kind with more members than a storage block holds is divided into blocks of members, which never
// meet. Looks (see physics.Ending) and samples (see package metrics) are passes of their own at the steps
// that have them; nothing is read back on the way. Step only queues, in submissions as package queue has
// them.
//
//	e, err := ensemble.Open(kinds, members, ensemble.Options{Metrics: &metrics.Options{}})
//
// Members that are controlled have a runner each on the host. At boundaries a pass copies what their sensors read of all members, and a copy
// is taken when its action is due: a latency later. What inputs change of all members goes up at once.
//
// Everything must be called on the thread whose context is current: for Open that of the goroutine that
// called it.
package ensemble
