// Package ensemble steps many structures of one form on the device, in float32.
//
// Members of a kind are interleaved in packs of 32: for each mass, the vectors of 32 members
// are adjacent. So a neighbor is one read of whole cache lines for every spring of every
// structure, and shared data are read once for all members. A mass of a member takes 64
// bytes; if members are measured, 12 more, and 4 per spring that a muscle drives. Values that
// differ between members are rows of one number per member.
//
// There are two pipelines, with the same bits. In "ensemble" an invocation is a mass of a
// member, and a step is two dispatches: masses move from one copy of the state to the other;
// then each member is checked and its muscles are driven. In "ensemble-resident" a work group
// has a member, keeps its state in shared memory, and takes up to 64 steps per dispatch; a
// member that does not fit is an error with the numbers.
//
// A kind with more members than a storage block holds is divided into blocks of members,
// which never interact. Looks (see physics.Ending) and samples (see package metrics) are
// passes of their own at their steps; nothing is read back before. Step only queues, in
// submissions of package queue.
//
//	e, err := ensemble.Open(kinds, members, ensemble.Options{Metrics: &metrics.Options{}})
//
// Each controlled member has a loop runner on the host. At boundaries a pass copies the
// sensors of all members, and the host reads the copy when its action is due: a latency
// later. Changes of the inputs of all members are uploaded at once.
//
// Call everything on the thread whose context is current; for Open, that of the calling
// goroutine.
package ensemble
