// Package cpu is the fast engine for plain processor cores: float32 or, in the precisions
// compensated and double, float64; all cores, vector instructions. It is what an honest benchmark compares a GPU with.
//
// A step is one fused pass per mass over a sliced-ELL incidence table (Monakov,
// Lokhmotov, Avetisyan, "Automatically tuning sparse matrix-vector
// multiplication for GPU architectures", HiPEAC 2010), for slices of 16 masses.
// Positions are read from one buffer and written to another, there are no atomics,
// and results do not depend on the number of threads, bit for bit.
//
// Where most masses have their neighbors in the same places of the order, as in
// lattices, cloths and filled meshes, a spring is evaluated once, by the mass that
// comes first, and its force is handed on to the other one; see pattern and forceHandoff.
// Three neighbors side by side hand on one vector: handing on each force by itself was
// slower than evaluating every spring twice.
// A slice has a pair of 4 bytes {class, lanes} for each neighbor that comes later,
// and neighbors are read as one contiguous vector. A class is a law (k, c,
// tension-only) with a rest length.
//
// What is in no pairs is evaluated by both of its masses: where the neighbors of
// those of a slice lie at one common distance, in slots of 8 bytes {offset, class,
// lanes}, else in columns with an entry per mass, of 4, 8 or 16 bytes. Where there
// are as many columns as slices, they read neighbors from a packed copy of positions;
// see PackedPosition. Masses with very many springs get a slice of their own.
//
// Masses keep the model's order where that is regular; else they are put in the
// order of a grid's rows, each from a slice of its own on where that makes pairs, or
// of Morton's curve. Read gives the model's numbering.
//
// In ropes, a mass has two springs, and what is done for each slice weighs more
// than in lattices. In assembly, slices that are links of a chain evaluate each
// spring once; see chain. With AVX-512 and without contacts, three slices (of
// float64, halves of slices) are treated at once, each of them in another stage.
// With float64, code for chains has the bits of that for all other slices.
//
// Where neighbors are near in that order, tiles of slices take several steps at
// once in a near cache; see tiling. It changes no result. They evaluate the powers of the
// energy ledger on the way.
//
// Positions and velocities are structure of arrays, 36 bytes per mass, 12
// more with dampers, whose springs read the velocities of others, 12 more with
// velocity Verlet for the acceleration, or 48 for the stages of RK4, and 24 for the last good state. Packed
// copies take 32 bytes per mass, 64 with dampers, and nothing where there are none
// or hardly any columns. Beside them a mass takes 4 bytes for 1/m, 8 for the order and 1 for pins and slices. A
// spring takes 1 byte in a full lattice, and 8, 16 or 32 in columns. Set-up goes
// through masses and springs on all cores, a fixed number of times.
//
// Masses that collide are found with a hashed grid and kept in lists, see package collide.
// Their pushes are evaluated before a sweep, from one state, at both masses of a pair, by a
// kernel over columns of 16 masses. A sweep adds them to the forces on the slices that are
// pushed; all other slices take the step as they do without collisions. Friction of pairs
// acts after the sweep. Tiles take several steps at once as long as lists hold no pair, and
// the engine goes back where masses came too far within these steps; see rollback.go.
//
// Loads, wind and pushes on spans are evaluated from one state, too, and added between the
// forces of springs and the integration, see package external; guides hold masses after it.
// RK4 takes its stages one by one behind the kernel of forces. Where contacts have other shapes than planes, slices that
// are far from these are stepped by kernels with the bits of plain Go, and all others by plain Go. What the
// powers of the energy ledger do not know is evaluated state by state in float64, see package ledger.
//
// Kernels are in AVX-512, AVX2 and plain Go; the machine decides when it runs.
// They agree within a few roundings, not bit for bit. The assembly is made by
// the program in generate, a module of its own, with "go generate ./cpu".
package cpu
