// Package scene defines a structure that is ready to run, and the options that change it.
//
// A [Scene] combines a model, its initial state, its parameters and a good duration of a run.
// Package scene/open makes one from a name: a preset, a scene file in TOML, or a mesh file.
// [Options] change the recipe, as flags do on the command line: the size, the mesh, the
// springs and the solver. The zero value of an option leaves the choice to the recipe.
//
//	s, err := open.Scene("lattice", scene.Options{Springs: 1_000_000})
//	s, err := open.Scene("bunny.obj", scene.Options{As: "cloth", Up: "y"})
//	s, err := open.Scene("two-blocks.toml", scene.Options{})
//	e, err := engine.New(engine.Auto, s.Model, s.Params, engine.Options{Start: s.Start})
//
// [Report] tells how a mesh became a structure. [OutputRequest] is a file that a scene file
// asks a run to write; package run writes it. The package also reads the values of options,
// such as [ParseCount], and curves from CSV files, [OpenWave] and [OpenCurve].
//
// The caller that opens a scene owns it and may change it before the run.
package scene
