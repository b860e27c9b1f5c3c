// Package ensemble steps many structures of one form on all cores, in float32.
//
// Members of a kind are interleaved in packs of 16: for each mass, the numbers of 16 members
// are adjacent. So a neighbor is one contiguous vector for every spring of every structure,
// and a spring is read once for 16 members and evaluated once for its two ends. Values that
// differ between members are vectors instead of numbers.
//
// A step of a pack has three parts: muscles, springs, masses. Springs go in ascending order,
// add their force to end A and subtract it from end B. Threads take whole packs for up to 64
// steps, so that no thread waits for another within a step, and a pack stays in a near cache.
// A pack takes 576 bytes per mass, and, if members are measured, 64 per spring that a muscle
// drives.
//
// Contacts of kernels are planes. Masses inside the extent of a box, sphere or capsule, or
// whose path leads through it, are stepped one by one in plain Go, which replaces the result
// of the kernel; see solid.
//
// Kernels are written in AVX-512, AVX2 and plain Go. They do the same operations in the same
// order, so that all have the same bits; plain Go emulates the fused operations, which round
// once. The program in cpu/generate/ensemble writes the assembly; run "go generate
// ./cpu/ensemble".
package ensemble
