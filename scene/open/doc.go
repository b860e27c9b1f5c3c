// Package open makes a scene from a name: a preset (package scene/preset), a scene file
// (package scene/toml) or a mesh file (package scene/meshfile). It also puts several scenes
// side by side, and lists the files that a name depends on.
//
//	s, err := open.Scene("walker", scene.Options{})
//	s, err := open.SideBySide([]string{"cube", "bunny.obj"}, scene.Options{})
//
// It takes no steps and draws nothing.
package open
