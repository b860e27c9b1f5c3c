package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

// folders is the one table of packages: the subject and the allowed imports of each. A package that
// is too large gives its number of files until someone cuts it: model, since each kind of force has its noun and its faults there.
func folders() []folder {
	return []folder{
		{path: ".", holds: "wiring and the exit code (`main.go`)", imports: []string{"cli"}},
		{path: "cli", holds: "the verbs: view, run, relax, check, bench, info, convert, render, scene, spring, serve", imports: []string{everything}},
		{path: "cli/shown", holds: "flags, shared by several verbs, of what a verb shows and measures: a film, metrics, a comparison of solvers", imports: []string{"bench", "control/metrics", "model", "run", "run/flags", "scene"}},
		{path: "cli/report", holds: "facts about a structure and the machine (info), and the figures of a run at its end, as text and JSON", imports: []string{"bench", "control", "cpu", "cpuref", "engine", "engine/check", "engine/origin", "gpu", "gpu/egl", "gpu/glx", "mesh", "model", "physics", "physics/bigstep", "physics/bigstep/judge", "run", "scene", "viewer/draw"}},
		{path: "cli/terminal", holds: "the terminal that the program runs in: bars and lines of progress, Ctrl-C and other signals", imports: []string{"files/safefile", "run", "scene"}},
		{path: "cli/response", holds: "how a damped spring follows a goal, in closed form and stepped by an engine, as table, CSV and picture", imports: []string{"engine", "files/safefile", "model", "physics", "run/export"}},
		{path: "cli/sweeping", holds: "the verbs sweep and optimize: their flags as a spec, progress and figures, the best runs again", imports: []string{"cli/shown", "cli/terminal", "control/metrics", "cpu/ensemble", "engine", "files/safefile", "gpu", "gpu/ensemble", "gpu/options", "lab/ensemble", "lab/optimize", "lab/sweep", "lab/sweep/runners", "model", "run", "run/export", "run/flags", "run/play", "scene", "scene/words"}},
		{path: "laws", holds: "what springs, contacts, loads and air do, for all that is not the reference, in Go and printed in GLSL; numbers only"},
		{path: "laws/material", holds: "the laws of the springs of a model: how a law follows from a material, and which numbers and cases of it the model needs", imports: []string{"model"}},
		{path: "laws/group", holds: "the laws of forces that depend on several masses at once, for all that is not the reference", imports: []string{"model"}},
		{path: "laws/generate", holds: "prints the laws in GLSL: a program of its own"},
		{path: "model/spring", holds: "closed-form mathematics of damped springs, and the angles of joints and hinges with their gradients; numbers only"},
		{path: "model/inelastic", holds: "how springs follow a table of forces, tear, lose stiffness, yield and creep, and what they have become; numbers only"},
		{path: "model/grid", holds: "heights and distances on grids, which terrains and fields read; numbers only"},
		{path: "model/rod", holds: "what elastic rods are made of: rigidities, segments with an orientation, and the geometry of those; numbers only"},
		{path: "model/rod/chain", holds: "the rods of a model: segments and joints, their inertia, colors, energies and first orientations, and elimination along them", imports: []string{"model", "model/rod"}},
		{path: "cpuref/rods", holds: "the float64 reference of rods: segments that turn, and the constraints that join them to masses and to each other", imports: []string{"model", "model/rod", "model/rod/chain"}},
		{path: "model", files: 43, holds: "the nouns: Model, State, Params, Snapshot, Energy, Engine", imports: []string{"model/grid", "model/rod"}},
		{path: "control", holds: "the loop around an engine: sensors of a state, controllers, and inputs that they set at the end of every period", imports: []string{"control/metrics", "files/npy", "model", "physics", "physics/measure"}},
		{path: "physics", holds: "closed formulas of a model, its parameters and a state: coefficients of springs, energy, signals in time, safe steps, rounding, divergence, and the conditions that end a run", imports: []string{"laws/group", "model", "model/rod/chain"}},
		{path: "files/hdf", holds: "HDF5 files without the HDF5 library: groups, attributes, arrays in chunks", imports: []string{"files/safefile"}},
		{path: "files/npy", holds: "arrays and archives of NumPy", imports: []string{"files/safefile", "machine/memory"}},
		{path: "engine/origin", holds: "the point of the world that an engine counts positions from, and engines that tell of the world", imports: []string{"model"}},
		{path: "files/safefile", holds: "files that are whole or not there, blocks that all cores make, checks of names and their escapes for terminals, locks"},
		{path: "files/safefile/filetest", holds: "what tests have written; only test files import it", imports: []string{"must"}},
		{path: "machine/memory", holds: "how much memory there still is, by the machine, control groups and limits; who allocates by a number of springs or masses asks it first"},
		{path: "machine/memory/least", holds: "a limit of addresses with which Go cannot start ends the program with a sentence; what a program imports for that alone"},
		{path: "machine/memory/memorytest", holds: "how often code allocates; only test files import it"},
		{path: "physics/meet", holds: "where springs of structures touch springs and masses touch triangles: a grid of boxes, lists, closest points, the sides of triangles", imports: []string{"model", "physics"}},
		{path: "physics/measure", holds: "numbers that people read of a state, the same for panels, files and colors: strain, force, stress, energy and power of springs; forces and torques on contacts, pins and guides", imports: []string{"laws/group", "laws/material", "model", "model/rod/chain", "physics", "physics/meet"}},
		{path: "control/metrics", holds: "how a robot moves, in few numbers: way, speed, turns, contacts, slip, work of muscles, cost of transport", imports: []string{"model", "physics", "physics/measure", "scene/words"}},
		{path: "mesh", holds: "surfaces, tetrahedra and labels, and their geometry: welding, topology, winding, skins", imports: []string{"machine/memory", "mesh/scan", "model", "model/grid"}},
		{path: "mesh/materials", holds: "what springs are made of: palettes, damping by a ratio, bending, stiffer regions, muscles", imports: []string{"model", "physics"}},
		{path: "mesh/build", holds: "models of numbers: lattice, solid, cube, cloth, rope, voxel robots, the benchmark lattice", imports: []string{"machine/memory", "mesh", "mesh/materials", "model"}},
		{path: "mesh/fill", holds: "models of surfaces and tetrahedra: lattices and trusses inside, cloth, lines, edges", imports: []string{"machine/memory", "mesh", "mesh/build", "mesh/materials", "model"}},
		{path: "mesh/meshtest", holds: "surfaces for tests; only test files import it", imports: []string{"mesh", "model", "must"}},
		{path: "mesh/join", holds: "one model of several: merged, linked, welded, carved; long-range attachments", imports: []string{"machine/memory", "mesh", "mesh/materials", "model"}},
		{path: "mesh/scan", holds: "the bytes of mesh files as words, lines, numbers and tags, with limits for hostile files", imports: []string{"machine/memory"}},
		{path: "mesh/emit", holds: "what the writers of mesh files share: records, elements in their order, springs, checks", imports: []string{"files/safefile", "mesh", "model", "physics"}},
		{path: "mesh/format", holds: "the table of formats: what each reads, writes and holds; finds out what a mesh file is, and has it read", imports: append([]string{"mesh", "mesh/scan", "files/npy", "files/safefile"}, meshFormats()...)},
		{path: "mesh/format/structure", holds: "formats of masses and springs: NPZ, VoxCAD, LAMMPS", imports: []string{"files/npy", "mesh", "mesh/build", "mesh/emit", "mesh/materials", "mesh/scan", "model"}},
		{path: "mesh/format/surface", holds: "formats of surfaces: glTF, OBJ, OFF, PLY, STL", imports: []string{"mesh", "mesh/emit", "mesh/scan", "model"}},
		{path: "mesh/format/volume", holds: "formats of tetrahedral meshes: Gmsh, MEDIT, TetGen", imports: []string{"files/safefile", "mesh", "mesh/emit", "mesh/scan", "model"}},
		{path: "mesh/format/usd", holds: "USD as text: meshes that move out; meshes, tetrahedra, curves and deformable bodies in", imports: []string{"mesh", "mesh/emit", "mesh/scan", "model"}},
		{path: "mesh/format/vtk", holds: "VTK: legacy, XML, and what hooke writes as HDF5", imports: []string{"files/hdf", "files/npy", "files/safefile", "mesh", "mesh/emit", "mesh/scan", "model"}},
		{path: "scene", holds: "what a scene is, what may be asked of it, and what became of its mesh: Scene, Options, Report", imports: []string{"control", "files/npy", "files/safefile", "mesh", "mesh/fill", "model", "model/grid", "physics", "physics/measure"}},
		{path: "scene/open", holds: "the one door: a name becomes a scene; several become one, side by side", imports: []string{"control", "files/safefile", "mesh", "mesh/join", "model", "physics", "scene", "scene/meshfile", "scene/preset", "scene/toml", "scene/toml/parse", "scene/tune", "scene/words"}},
		{path: "scene/preset", holds: "the scenes that come with the program, one recipe each", imports: []string{"control", "mesh", "mesh/build", "mesh/fill", "mesh/format", "mesh/join", "mesh/materials", "model", "model/grid", "model/rod", "model/rod/chain", "physics", "scene", "scene/meshfile", "scene/tune"}},
		{path: "scene/meshfile", holds: "a mesh file becomes a scene: filled, cloth, lines, tetrahedra, or its own springs", imports: []string{"mesh", "mesh/build", "mesh/fill", "mesh/format", "mesh/materials", "model", "scene", "scene/tune", "scene/words"}},
		{path: "scene/toml", holds: "a scene file becomes a scene, with its voxels and its control; a preset becomes a scene file", imports: []string{"control", "files/safefile", "machine/memory", "mesh", "mesh/build", "mesh/format", "mesh/join", "mesh/materials", "model", "model/grid", "model/rod", "model/rod/chain", "physics", "physics/measure", "scene", "scene/meshfile", "scene/preset", "scene/toml/parse", "scene/toml/spec", "scene/tune", "scene/words"}},
		{path: "lab/optimize", holds: "the best point of a box of numbers: CMA-ES, a genetic algorithm, a hill climber, random points, or another program asks for points; and the search for the best values of a sweep", imports: []string{"control/metrics", "lab/sweep", "scene/toml/parse", "scene/words"}},
		{path: "scene/toml/parse", holds: "scene files as tables, values and expressions, with faults that name line and column", imports: []string{"files/safefile", "model", "scene", "scene/toml/spec", "scene/words"}},
		{path: "scene/toml/spec", holds: "the tables and keys of scene files: types, units, ranges, defaults, meanings", imports: []string{"control", "model", "physics", "scene", "scene/preset"}},
		{path: "scene/tune", holds: "numbers that a scene leaves open: sizes, stiffness, damping, the ground, the step, where structures start", imports: []string{"engine/origin", "machine/memory", "mesh", "mesh/build", "mesh/materials", "model", "physics", "physics/bigstep", "scene", "scene/words"}},
		{path: "scene/scenetest", holds: "files of meshes for tests, and whether a scene is ready to run and stays whole; only test files import it", imports: []string{"cpu", "model", "must", "physics", "scene"}},
		{path: "scene/words", holds: "parts of sentences for messages: lists, vectors, numbers of things, guesses", imports: []string{"model"}},
		{path: "cpuref", holds: "the float64 reference, nothing else", imports: []string{"cpuref/collide", "cpuref/implicit", "cpuref/impulses", "cpuref/rods", "machine", "machine/memory", "model", "order", "physics", "physics/bigstep"}},
		{path: "cpuref/collide", holds: "the reference of masses that push each other apart, and of edges and triangles that contacts push: all pairs", imports: []string{"model", "physics"}},
		{path: "cpuref/implicit", holds: "the reference of solvers with large steps, to teach and compare: implicit Euler by vertex block descent and by Newton's method, and position-based dynamics", imports: []string{"model"}},
		{path: "cpuref/impulses", holds: "the float64 reference of the solver impulses: sweeps over springs by colors, contacts, touches, and what they do to energies", imports: []string{"cpuref/rods", "model", "order"}},
		{path: "cpuref/ensemble", holds: "the reference of ensembles: an engine `cpuref` for each member", imports: []string{"control", "control/metrics", "cpuref", "lab/ensemble", "machine", "model", "physics"}},
		{path: "lab/ensemble", holds: "many structures of one form: kinds, members with values of their own, the interface of engines that step them, the control loops that engines share, and members with engines of their own", imports: []string{"control", "control/metrics", "engine/origin", "machine/memory", "model", "physics"}},
		{path: "engine/check", holds: "the proof of engines against the reference, pass by pass and in whole runs, and the order of integrators", imports: []string{"cpuref", "cpuref/collide", "engine/origin", "model", "model/rod", "physics"}},
		{path: "lab/ensemble/ensembletest", holds: "ensembles for tests, and what tests of all engines ask of them; only test files import it", imports: []string{"control", "control/metrics", "cpuref/ensemble", "engine", "gpu", "lab/ensemble", "mesh/build", "model", "model/grid", "must", "physics", "scene", "scene/open"}},
		{path: "machine", holds: "the computer that a program runs on: its names, memory in all and its bandwidth, and threads that share out the blocks of tasks"},
		{path: "machine/panics", holds: "panics of goroutines, handed to those that wait for them"},
		{path: "order/random", holds: "numbers that look random and are the same everywhere"},
		{path: "must", holds: "ends a test at an error that it does not expect, or when an event never comes; reports values and errors that are not those wanted; closes values at its end, and runs a test in a process of its own; only test files import it"},
		{path: "model/modeltest", holds: "small models for tests, rods among them, and states that tests read; only test files import it", imports: []string{"model", "model/rod", "model/rod/chain", "must"}},
		{path: "physics/bigstep", holds: "into how many substeps a step is divided, and when explicit steps are better", imports: []string{"model", "model/rod/chain", "physics"}},
		{path: "physics/bigstep/judge", holds: "how wrong a run of big steps is: the law of springs, rest, and paths of bodies that nothing holds", imports: []string{"model", "model/rod/chain", "physics/measure", "run/relax"}},
		{path: "cpu", holds: "the fast CPU engine", imports: []string{"cpu/collide", "cpu/external", "cpu/impulses", "cpu/kernels", "cpu/ledger", "cpu/table", "machine", "machine/memory", "model", "model/rod/chain", "physics", "physics/bigstep", "physics/meet"}},
		{path: "cpu/table", holds: "order of masses, classes of springs, and the table that kernels read", imports: []string{"machine/memory", "model", "order", "physics"}},
		{path: "cpu/cputest", holds: "structures for tests of the engine cpu, and what its tables hold; only test files import it", imports: []string{"cpu/table", "engine/check", "mesh/build", "model", "must", "physics", "scene", "scene/open"}},
		{path: "cpu/kernels", holds: "the inner loops, in Go and assembly, and what they read and write", imports: []string{"cpu/table", "machine/memory", "model", "physics"}},
		{path: "cpu/collide", holds: "pairs of masses that may touch: a grid, lists, how far masses have moved, friction of pairs", imports: []string{"cpu/kernels", "cpu/table", "model"}},
		{path: "cpu/external", holds: "forces that tables of springs and contacts lack: loads, wind, and springs that tear, yield or creep", imports: []string{"cpu/kernels", "cpu/table", "laws/group", "laws/material", "model", "physics"}},
		{path: "cpu/impulses", holds: "the solver impulses of the engine `cpu`: springs in groups of a color, contacts, and the passes of a substep", imports: []string{"cpu/collide", "cpu/kernels", "cpu/table", "model", "model/rod", "model/rod/chain", "order", "physics"}},
		{path: "cpu/ledger", holds: "the energy ledger of the engine `cpu`, in float64: powers of all flows at a state", imports: []string{"cpu/collide", "cpu/impulses", "cpu/kernels", "cpu/table", "laws/material", "model", "model/rod/chain", "physics", "physics/measure", "physics/meet"}},
		{path: "cpu/ensemble", holds: "ensembles on the cores of the machine: packs of 16 members, their kernels, muscles, ends", imports: []string{"control", "control/metrics", "cpu", "engine/origin", "lab/ensemble", "machine", "machine/memory", "model", "physics"}},
		{path: "cpu/generate", holds: "writes the assembly of `cpu/kernels`: a program and a module of its own"},
		{path: "cpu/generate/ensemble", holds: "writes the assembly of `cpu/ensemble`: a program of that module"},
		{path: "cpu/generate/sweep", holds: "writes the assembly of `cpu/impulses`: a program of that module"},
		{path: "shaders", holds: "the shader files; `layout.go`, the source of the buffer layout"},
		{path: "shaders/generate", holds: "writes the layout for shaders: a program of its own", imports: []string{"shaders"}},
		{path: "order/blocks", holds: "sweeps over springs in colors, divided into blocks that work groups visit by themselves", imports: []string{"model", "order"}},
		{path: "order", holds: "orders of masses, colors of springs and of masses, sorts, and parallel loops", imports: []string{"model"}},
		{path: "gpu", holds: "the OpenGL engine: which passes a step has, and when", imports: []string{"physics/bigstep", "machine/memory", "model", "physics", "order", "shaders", "gpu/buffers", "gpu/catch", "gpu/collide", "gpu/egl", "gpu/glx", "gpu/impulses", "gpu/ledger", "gpu/limits", "gpu/measure", "gpu/options", "gpu/pass", "gpu/queue", "gpu/ranges", "gpu/resident", "gpu/settings", "gpu/solver", "gpu/spans", "gpu/table", "gpu/traffic", "gpu/watch"}}, // egl: for Open alone
		{path: "gpu/pass", holds: "compute programs with all that they bind, and their dispatch by ranges", imports: []string{"gpu/buffers", "gpu/glx", "gpu/limits", "gpu/ranges", "shaders"}},
		{path: "gpu/buffers", holds: "a model on the device: its arrays, their windows, and what the host writes into them", imports: []string{"gpu/glx", "gpu/limits", "gpu/options", "gpu/ranges", "gpu/settings", "gpu/table", "model", "order", "shaders"}},
		{path: "gpu/solver", holds: "how the device steps with each integrator: its passes and their order", imports: []string{"gpu/glx", "gpu/options", "gpu/pass", "gpu/ranges", "gpu/traffic", "model", "shaders"}},
		{path: "gpu/catch", holds: "contacts that catch masses which would cross them within a step", imports: []string{"gpu/buffers", "gpu/glx", "gpu/pass", "gpu/ranges", "model", "shaders"}},
		{path: "gpu/collide", holds: "masses that push each other apart: the grid, the lists of pairs, pushes and friction; springs and triangles that do, by lists of the host", imports: []string{"gpu/buffers", "gpu/glx", "gpu/ledger", "gpu/limits", "gpu/options", "gpu/pass", "gpu/ranges", "model", "order", "physics/meet", "shaders"}},
		{path: "gpu/colored", holds: "springs in the order of their colors on the device, for solvers that visit them color by color", imports: []string{"gpu/buffers", "gpu/glx", "gpu/pass", "gpu/ranges", "model", "order", "shaders"}},
		{path: "gpu/impulses", holds: "the solver impulses on the device: the passes of its substeps", imports: []string{"gpu/buffers", "gpu/colored", "gpu/glx", "gpu/options", "gpu/pass", "gpu/ranges", "gpu/solver", "gpu/table", "gpu/traffic", "model", "order", "order/blocks", "shaders"}},
		{path: "gpu/resident", holds: "many steps of a small model in one dispatch: which runs, and their pass", imports: []string{"gpu/buffers", "gpu/catch", "gpu/glx", "gpu/limits", "gpu/options", "gpu/pass", "gpu/settings", "model", "physics", "shaders"}},
		{path: "gpu/spans", holds: "contacts that push edges and triangles, on the device", imports: []string{"gpu/buffers", "gpu/glx", "gpu/ledger", "gpu/pass", "gpu/ranges", "model", "order", "physics", "shaders"}},
		{path: "gpu/ledger", holds: "energies, powers and works, summed on the device", imports: []string{"gpu/buffers", "gpu/glx", "gpu/pass", "shaders"}},
		{path: "gpu/watch", holds: "looks at states while steps are queued, copies of the motion of chosen masses, and a state to return to", imports: []string{"gpu/buffers", "gpu/glx", "gpu/pass", "gpu/ranges", "model", "shaders"}},
		{path: "gpu/measure", holds: "strain, force and energy of springs, for people and pictures", imports: []string{"gpu/buffers", "gpu/glx", "gpu/options", "gpu/pass", "gpu/settings", "physics", "shaders"}},
		{path: "gpu/mirror", holds: "what another engine steps, shown on the device", imports: []string{"gpu/buffers", "gpu/glx", "gpu/measure", "gpu/options", "gpu/pass", "gpu/ranges", "gpu/settings", "gpu/table", "model", "physics/measure", "shaders"}},
		{path: "gpu/traffic", holds: "what steps move in a device's memory, how fast a device can, and what float64 costs there", imports: []string{"gpu/glx", "gpu/options", "gpu/pass", "gpu/ranges", "shaders"}},
		{path: "gpu/tune", holds: "pipeline and work groups chosen by measuring", imports: []string{"gpu", "gpu/options", "gpu/ranges", "gpu/settings", "model", "order", "physics", "shaders"}},
		{path: "gpu/queue", holds: "submissions of steps to a device: how long, how many ahead", imports: []string{"gpu/glx"}},
		{path: "gpu/settings", holds: "the parameters of a run on the device: contacts, loads, guides, signals", imports: []string{"gpu/glx", "gpu/limits", "gpu/options", "gpu/queue", "gpu/ranges", "gpu/table", "laws/material", "model", "order", "physics", "shaders"}},
		{path: "gpu/options", holds: "what one can choose of the engine: pipelines and their variants, work groups, precisions, and how numbers are rounded to those", imports: []string{"gpu/limits", "model"}},
		{path: "gpu/ensemble", holds: "ensembles on the device: packs of 32 members, their passes, ends and metrics", imports: []string{"control", "lab/ensemble", "control/metrics", "model", "order", "physics", "shaders", "gpu", "gpu/egl", "gpu/ensemble/collide", "gpu/ensemble/own", "gpu/glx", "gpu/limits", "gpu/pass", "gpu/queue", "gpu/settings"}}, // egl: for Open alone
		{path: "gpu/ensemble/own", holds: "engines `gpu` for members of ensembles that its passes do not take", imports: []string{"engine/origin", "gpu", "gpu/glx", "lab/ensemble", "model"}},
		{path: "gpu/ensemble/collide", holds: "how masses of a member collide on the device: lists of pairs, their sizes, what is compiled in; no OpenGL", imports: []string{"model", "shaders"}},
		{path: "gpu/limits", holds: "what a device allows, as numbers without OpenGL"},
		{path: "gpu/ranges", holds: "sizes of buffers, and how long ones are divided; no OpenGL", imports: []string{"gpu/limits", "gpu/options", "model", "order", "shaders"}},
		{path: "gpu/table", holds: "order of masses, classes of springs and the table of springs of the pipeline fused; no OpenGL", imports: []string{"gpu/options", "gpu/ranges", "laws/material", "model", "order", "physics", "shaders"}},
		{path: "gpu/glx", holds: "the only wrapper of OpenGL", imports: []string{"gpu/commands", "gpu/limits", "machine/memory"}},
		{path: "gpu/commands", holds: "the OpenGL calls of compute passes: what is bound already, and what changes"},
		{path: "gpu/egl", holds: "contexts without a window", imports: []string{"machine/memory"}},
		{path: "gpu/gputest", holds: "structures for tests of the engine gpu and of its folders; only test files import it", imports: []string{"model", "order"}},
		{path: "gpu/gltest", holds: "contexts for tests, and shaders with faults; only test files import it", imports: []string{"gpu/egl", "gpu/glx", "shaders"}},
		{path: "control/gait", holds: "a robot followed step by step: contacts of feet, the way of the center of mass, metrics over time, and plots of them", imports: []string{"control", "control/metrics", "files/safefile", "model", "physics", "physics/measure", "run/export", "scene"}},
		{path: "lab/sweep", holds: "a scene run many times with other values of its keys: variables, samples of points, jobs, journals, tables, plots", imports: []string{"control/metrics", "files/npy", "files/safefile", "model", "run/export", "scene/open", "scene/words", "viewer/draw/color"}},
		{path: "lab/sweep/runners", holds: "runners of a sweep: its jobs one by one on any engine, or together as members of ensembles", imports: []string{"control", "control/metrics", "cpu/ensemble", "engine", "engine/origin", "gpu", "gpu/ensemble", "lab/ensemble", "lab/sweep", "machine/memory", "machine/panics", "model", "physics", "physics/measure", "run", "run/play", "scene", "scene/words", "viewer/draw/color"}},
		{path: "run/relax", holds: "brings a structure to rest: by kinetic damping on any engine, and with rods by Newton's method, which also is an oracle for all that steps", imports: []string{"model", "model/rod", "model/rod/chain", "physics"}},
		{path: "engine", holds: "engines by name: which one `auto` takes and why, how it is tuned, whether a device can be relied on, and how an engine without a device is drawn", imports: []string{"control", "cpu", "cpuref", "engine/check", "engine/origin", "gpu", "gpu/egl", "gpu/glx", "gpu/mirror", "gpu/options", "gpu/traffic", "gpu/tune", "machine", "machine/memory", "mesh/build", "model", "physics", "shaders", "viewer/draw", "viewer/draw/offscreen"}},
		{path: "engine/enginetest", holds: "the conformance suite that every engine passes; only test files import it", imports: []string{"cpuref", "mesh/build", "mesh/join", "mesh/materials", "model", "model/grid", "model/modeltest", "must", "physics"}},
		{path: "run", holds: "a run from its start to its end: steps, energies, outputs, checkpoints, resuming, and the verdict on it; a scene brought to rest", imports: []string{"control", "engine", "engine/origin", "files/npy", "files/safefile", "gpu", "gpu/glx", "gpu/mirror", "machine/memory", "model", "model/rod", "physics", "physics/bigstep", "physics/bigstep/judge", "physics/measure", "run/export", "run/export/film", "run/export/grid", "run/relax", "scene", "scene/open", "scene/preset", "scene/words", "viewer/draw", "viewer/draw/color", "viewer/draw/hud", "viewer/draw/offscreen"}},
		{path: "viewer/draw/color", holds: "what colors mean: colorings, ranges, color maps, themes", imports: []string{"shaders"}},
		{path: "viewer/draw/hud", holds: "text, panels, plots, a legend over a picture: laid out on a page that any device can draw", imports: []string{"model", "viewer/draw/color"}},
		{path: "viewer/draw/surface", holds: "what of a structure is seen as a surface: its skin, cloth, what an embedded surface covers", imports: []string{"model", "order", "shaders"}},
		{path: "viewer/draw", holds: "pictures of a structure, in a window or not: cameras, surfaces, springs, reactions", imports: []string{"gpu/glx", "gpu/limits", "machine/memory", "model", "physics/measure", "shaders", "viewer/draw/color", "viewer/draw/hud", "viewer/draw/surface"}},
		{path: "viewer/draw/offscreen", holds: "pictures without a window, in tiles where they are large, and films of them", imports: []string{"gpu/glx", "model", "viewer/draw", "viewer/draw/color", "viewer/draw/hud"}},
		{path: "viewer/edited", holds: "a run as hands change it: pins, cuts, paint, pushes, another engine or solver, another model", imports: []string{"gpu/glx", "mesh/join", "model", "physics", "physics/bigstep", "physics/bigstep/judge", "physics/measure", "viewer/draw"}},
		{path: "viewer/session", holds: "a run in a window, without the window: keys, hands, controls, panels, pace, gait, time line, films, files that change", imports: []string{"control/gait", "control/metrics", "gpu/glx", "model", "physics", "physics/measure", "scene/words", "viewer/draw", "viewer/draw/color", "viewer/draw/hud", "viewer/draw/offscreen", "viewer/edited"}},
		{path: "viewer/viewertest", holds: "a recorded run for tests; only test files import it", imports: []string{"gpu/glx", "gpu/mirror", "model"}},
		{path: "viewer", holds: "the GLFW window, left out by the tag `headless`", imports: []string{"gpu/glx", "machine/memory", "viewer/draw", "viewer/draw/hud", "viewer/session"}},
		{path: "run/play", holds: "recorded runs shown again: trajectories read as frames, checkpoints and final states, drawn, in a window or as a mesh that moves, and runs side by side", imports: []string{"control/gait", "control/metrics", "engine", "engine/origin", "files/npy", "files/safefile", "gpu/glx", "gpu/mirror", "machine/memory", "mesh", "mesh/format", "mesh/join", "mesh/scan", "model", "physics/measure", "run", "run/export", "run/export/page", "scene", "scene/preset", "scene/toml", "scene/words", "shaders", "viewer/draw", "viewer/draw/color", "viewer/draw/hud", "viewer/draw/offscreen", "viewer/draw/surface", "viewer/session"}},
		{path: "run/flags", holds: "flags that say how a run goes, of a structure, its solver, engines, frames, looks and metrics, for verbs and for options of the library; values of flags, and sections of help", imports: []string{"control/metrics", "gpu", "gpu/options", "gpu/tune", "model", "run", "scene", "viewer/draw", "viewer/draw/color"}},
		{path: "run/export", holds: "files of a run: frames, tables, energies, pictures, the state at its end", imports: []string{"files/npy", "files/safefile", "machine/memory", "model", "physics", "physics/measure"}},
		{path: "run/export/page", holds: "recorded runs as one HTML file: tables of frames, and the program that a browser draws them with", imports: []string{"engine/origin", "model", "physics/measure", "run/export", "shaders", "viewer/draw/color", "viewer/draw/hud", "viewer/draw/surface"}},
		{path: "run/export/grid", holds: "frames as structures and surfaces: VTU, VTKHDF, PLY, OBJ", imports: []string{"files/hdf", "files/npy", "files/safefile", "mesh", "mesh/format/surface", "mesh/format/vtk", "model", "physics/measure", "run/export"}},
		{path: "run/export/film", holds: "films and series of pictures, and the program `ffmpeg`", imports: []string{"files/safefile", "run/export"}},
		{path: "sim", holds: "a scene in an engine that another program steps, reads and steers, and runs and sweeps that it waits for: by names, with options as JSON", imports: []string{"control", "control/metrics", "engine", "files/npy", "files/safefile", "gpu", "lab/ensemble", "lab/sweep", "lab/sweep/runners", "machine/memory", "mesh/format", "mesh/format/structure", "mesh/scan", "model", "physics", "physics/measure", "run", "run/export", "run/export/page", "run/flags", "run/play", "run/relax", "scene", "scene/open", "scene/words", "viewer/draw", "viewer/draw/color", "viewer/draw/hud"}},
		{path: "sim/serve", holds: "the protocol by which other processes use `sim`: requests and answers as lines of JSON, with raw numbers behind them", imports: []string{"engine", "files/npy", "machine/memory", "scene/words", "sim", "sim/env", "sim/robots"}},
		{path: "sim/robots", holds: "members of one scene that another program steps, sets, reads and resets together: by names, with options as JSON", imports: []string{"control", "control/metrics", "cpu/ensemble", "cpuref/ensemble", "engine", "gpu/ensemble", "lab/ensemble", "lab/sweep/runners", "machine/memory", "model", "run", "run/export/page", "run/flags", "run/play", "scene", "scene/words", "sim", "viewer/draw/color"}},
		{path: "sim/env", holds: "a vector of environments of one scene, in which robots learn: actions, observations, rewards, episodes; calls that structures, robots and environments share", imports: []string{"control", "control/metrics", "model", "order/random", "run/flags", "scene/toml/parse", "scene/words", "sim", "sim/robots"}},
		{path: "capi", holds: "the C library libhooke, `hooke.h` and `hooke.hpp`: handles, errors in memory of the caller, views; no panic leaves it", imports: []string{"engine", "files/npy", "lab/ensemble", "machine", "order", "run", "scene", "sim", "sim/env", "sim/robots"}}, // machine and order: for a library of tests, which panics on call
		{path: "bench", holds: "scenes × engines: rates and errors; engines are handed to it", imports: []string{"control/metrics", "cpu", "cpu/ensemble", "cpuref", "engine", "engine/check", "engine/origin", "files/safefile", "gpu", "gpu/ensemble", "gpu/glx", "gpu/traffic", "lab/ensemble", "machine", "mesh/build", "model", "physics", "physics/bigstep", "scene", "scene/open", "viewer/draw"}},
		{path: "bench/sink", holds: "rows of the benchmark as tables, JSON, plots and parts of documents", imports: []string{"bench", "files/safefile"}},
	}
}

// meshFormats lists the packages of mesh formats.
func meshFormats() []string {
	var list []string
	for _, name := range []string{"structure", "surface", "usd", "volume", "vtk"} {
		list = append(list, "mesh/format/"+name)
	}
	return list
}

// A folder has at most maxFiles files; an exception has exactly as many as its line says,
// so that it can only shrink.
func TestSizesOfFolders(t *testing.T) {
	for _, r := range folders() {
		if fault := r.sizeFault("."); fault != "" {
			t.Error(fault)
		}
	}
}

// maxTop and maxPackages bound the folders at the root and the packages beside test support: a newcomer guesses where a
// thing is. sim, capi and python stand at the root, since other languages begin there; run/flags is apart from cli/shown, so
// that they need no verb, no benchmark and no ensemble. sim/serve, a protocol, is apart from sim, which Go and capi import, and
// so are its ensembles, sim/robots, and the environments made of these, sim/env. run/export/page has a program in another
// language inside. mesh/format/usd is no part of surface or volume, since a layer holds both, with a grammar of its own.
// machine/panics is apart, as any package may import it.
const maxTop, maxPackages = 27, 134

// The top level holds the files of a Go project and tests of the whole, in few folders: files that a generator writes in
// the wrong folder do not stay.
func TestTopLevel(t *testing.T) {
	files := must.Get(os.ReadDir("."))(t)
	top := 0
	for _, f := range files {
		if fault := strayFault(f.Name()); fault != "" && !f.IsDir() {
			t.Error(fault)
		}
		if f.IsDir() && !strings.HasPrefix(f.Name(), ".") && f.Name() != "out" {
			top++
		}
	}
	must.Hold(t, top <= maxTop, "%d folders are at the root, at most %d", top, maxTop)
	packages := len(folders()) - len(testSupport())
	must.Hold(t, packages <= maxPackages, "%d packages beside test support, at most %d: a small one joins the subject that it serves", packages, maxPackages)
	// The gate is seen to fail.
	if strayFault("layout.glsl") == "" || strayFault("notes.go") == "" || strayFault("main.go") != "" || strayFault("arrows_test.go") != "" {
		t.Error("a stray file is not told from one of the top level")
	}
}

// strayFault says that a file does not belong at the top level; empty: it does. Build outputs
// there are in .gitignore.
func strayFault(name string) string {
	if strings.HasSuffix(name, "_test.go") || slices.Contains([]string{".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md",
		"go.mod", "go.sum", "main.go", "hooke", "hooke-headless", ".git"}, name) {
		return ""
	}
	return name + " is at the top level, which holds no such file"
}

// The gate is seen to fail: a folder that is too large, one that grew, one that shrank
// without its line, and an exception that is none.
func TestSizesOfFoldersAreSeenToFail(t *testing.T) {
	root := t.TempDir()
	for i := range maxFiles + 1 {
		name := filepath.Join(root, fmt.Sprintf("file%d.go", i))
		must.Do(t, os.WriteFile(name, []byte("package large\n"), 0o600))
	}
	must.Do(t, os.WriteFile(filepath.Join(root, "file_test.go"), []byte("package large\n"), 0o600))
	for _, c := range []struct {
		files int
		fault string
	}{
		{0, "has 31 files, at most 30"},
		{30, "an exception of 30 files needs none"},
		{31, ""},
		{32, "has 31 files and its exception says 32: lower it"},
	} {
		got := folder{path: ".", files: c.files}.sizeFault(root)
		must.Hold(t, (got == "") == (c.fault == "") && strings.Contains(got, c.fault), "an exception of %d files: %q, want %q", c.files, got, c.fault)
	}
}

// sizeFault says what is wrong with how many files a folder has; empty: nothing.
func (r folder) sizeFault(root string) string {
	files, _ := filepath.Glob(filepath.Join(root, r.path, "*.go"))
	count := 0
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			count++
		}
	}
	switch {
	case r.files > 0 && r.files <= maxFiles:
		return fmt.Sprintf("%s: an exception of %d files needs none, at most %d are allowed", r.path, r.files, maxFiles)
	case r.files == 0 && count > maxFiles:
		return fmt.Sprintf("%s has %d files, at most %d: cut it by subject", r.path, count, maxFiles)
	case r.files > 0 && count > r.files:
		return fmt.Sprintf("%s has %d files and may have %d: an exception only shrinks", r.path, count, r.files)
	case r.files > 0 && count < r.files:
		return fmt.Sprintf("%s has %d files and its exception says %d: lower it", r.path, count, r.files)
	}
	return ""
}
