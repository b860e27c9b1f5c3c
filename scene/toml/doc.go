// Package toml makes scenes of scene files, and writes presets as scene files.
//
// Package scene/toml/spec describes the keys, package scene/toml/parse reads a file and checks it
// against them, and this package makes meshes, loads and control from a file without faults. Each
// table has a source file of its name; loads share one, and so do the tables of a control
// (control.go). A function named ...From makes a thing from its table alone, without the things that only the
// model and other files know: masses, curves of files, the stiffness of a contact that the table does not
// give. docs/scene.md is the reference.
package toml
