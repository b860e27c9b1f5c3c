// Package ensemble steps many structures of one form on the cores of the machine, in float32.
//
// Members of a kind lie interleaved in packs of 16: of each mass the numbers of 16 members lie
// side by side, so that a neighbor is one contiguous vector for every spring of every
// structure, and a spring is read once for 16 members and evaluated once for its two ends.
// What members have for themselves is a vector wherever it is a number elsewhere.
//
// A step of a pack has three parts: muscles, springs, masses. Springs go in ascending order,
// add their force to end A and take it from end B. Threads take whole packs for up to 64
// steps, so that no thread waits for another within a step, and a pack stays in a near cache.
// A pack takes 576 bytes for each mass, and where members are measured 64 for each spring that a muscle drives.
//
// Contacts of kernels are planes. Masses in the extent of a box, sphere or capsule, or whose way leads through it, are
// stepped one by one in plain Go, and replace what the kernel has made of them; see solid. Others are passed over.
//
// Kernels are in AVX-512, AVX2 and plain Go. They do the same operations in the same order,
// so that all have the same bits; plain Go works out what one instruction rounds once. The assembly is made by the program
// in cpu/generate/ensemble, with "go generate ./cpu/ensemble".
package ensemble
