// Package toml makes scenes of scene files, and writes presets as scene files. Package
// scene/toml/spec describes the keys, package scene/toml/parse reads a file and checks it
// against them, and this package makes meshes and loads of a file without faults. Each
// table has a source file of its name; loads share one. A function named ...From makes a
// thing of its table alone: what only the model and other files know is missing in it, such
// as masses, curves of files, and the stiffness of a contact that the table does not give.
// docs/scene.md is the reference.
package toml
