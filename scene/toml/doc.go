// Package toml makes scenes of scene files, and writes presets as scene files. Package
// scene/toml/spec describes the keys, package scene/toml/parse reads a file and holds it
// against them, and this one makes meshes and loads of what was found right. docs/scene.md
// is the reference.
package toml
