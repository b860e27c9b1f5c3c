// Package cpu is the fast engine for processors. It uses all cores and vector instructions,
// and computes in float32, or in float64 for the precisions compensated and double. It is the
// engine with which a fair benchmark compares a GPU.
//
// # A step
//
// A step is one fused pass per mass over a sliced-ELL incidence table (Monakov, Lokhmotov,
// Avetisyan, "Automatically tuning sparse matrix-vector multiplication for GPU
// architectures", HiPEAC 2010), in slices of 16 masses. It reads positions from one buffer
// and writes them to another, without atomics, so that results do not depend on the number of
// threads, bit for bit.
//
// Kernels are written in AVX-512, AVX2 and plain Go; the machine decides at run time. They
// agree to rounding, not bit for bit. The program in cpu/generate, a module of its own,
// writes the assembly; run "go generate ./cpu".
//
// # Springs
//
//   - Pairs. In lattices, cloths and filled meshes most masses have neighbors at the same
//     offsets. The mass that comes first then evaluates a spring once and hands its force on
//     to the other; see pattern and forceHandoff. Three neighbors side by side hand on one
//     vector: handing on each force by itself was slower than evaluating every spring twice.
//     A slice has 4 bytes {class, lanes} for each neighbor that comes later, and reads
//     neighbors as one contiguous vector. A class is a law (k, c, tension-only) with a rest
//     length.
//   - Slots. All other springs are evaluated at both ends. If the neighbors of a slice are at
//     one common distance, they take a slot of 8 bytes {offset, class, lanes}.
//   - Columns. The rest take an entry per mass of 4, 8 or 16 bytes. If there are as many
//     columns as slices, they read neighbors from a packed copy of positions; see
//     PackedPosition. Masses with very many springs get a slice of their own.
//   - Chains. In ropes a mass has two springs, and the cost per slice dominates. In assembly,
//     slices that are links of a chain evaluate each spring once; see chain. With AVX-512 and
//     without contacts, three slices (in float64, halves of slices) are processed at once,
//     each in another stage. In float64, code for chains has the bits of the code for all
//     other slices.
//
// Masses keep the model's order if that is regular. Otherwise they are in the order of a
// grid's rows, each starting a slice if that makes pairs, or along Morton's curve. Read
// returns the model's order.
//
// If neighbors are close in that order, tiles of slices take several steps at once in a near
// cache; see tiling. This does not change results. Tiles also evaluate the powers of the
// energy ledger.
//
// # Other forces
//
// Package collide finds masses that collide with a hashed grid and keeps them in neighbor
// lists. A kernel over columns of 16 masses evaluates their pushes before a sweep, from one
// state, at both masses of a pair. The sweep adds these to the forces of the slices
// concerned; other slices step as without collisions. Friction of pairs acts after the sweep.
// Tiles take several steps at once while the lists hold no pair, and the engine returns to an
// earlier state if masses came too close within these steps; see rollback.go.
//
// Loads, wind and pushes on spans are also evaluated from one state, and added between the
// forces of springs and the integration, see package external; guides act on masses
// afterward. RK4 runs its stages one by one after the kernel of forces. With contacts of
// shapes other than planes, kernels with the bits of plain Go step the slices far from these
// shapes, and plain Go steps the others. Package ledger evaluates the flows that the powers
// of the ledger lack, state by state in float64.
//
// # Memory
//
// Positions and velocities are structures of arrays and take 36 bytes per mass. Add 12 with
// dampers, whose springs read other masses' velocities, 12 for the acceleration of velocity
// Verlet or 48 for the stages of RK4, and 24 for the last good state. Packed copies take 32
// bytes per mass, 64 with dampers, and none with few or no columns. A mass also takes 4 bytes
// for 1/m, 8 for the order and 1 for pins and slices. A spring takes 1 byte in a full
// lattice, and 8, 16 or 32 in columns. Setup visits masses and springs on all cores, a fixed
// number of times.
package cpu
