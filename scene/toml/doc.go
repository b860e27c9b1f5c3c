// Package toml makes scenes from scene files, and writes presets as scene files. Package
// scene/toml/spec describes the keys, package scene/toml/parse reads a file and checks it
// against them, and this package makes meshes and loads of a file without faults. Each table
// has a source file of its name; loads share one. A function named ...From uses its table
// alone: its result lacks masses, curves of files, the stiffness of a contact that the table
// does not give, and everything else that only the model and other files determine.
// docs/scene.md is the reference.
package toml
