// Package toml makes scenes of scene files, and writes presets as scene files. Package
// scene/toml/spec describes the keys, package scene/toml/parse reads a file and holds it
// against them, and this one makes meshes and loads of what was found right: each table has
// a file of its name, loads share one. What a function named ...From makes of a table lacks
// what only the model and other files know: masses, curves of files, the stiffness of a
// contact that was not given. docs/scene.md is the reference.
package toml
