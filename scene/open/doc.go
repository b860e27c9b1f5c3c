// Package open turns a name into a scene: a preset (package scene/preset), a scene file
// (package scene/toml) or a mesh file (package scene/meshfile). It also puts several side
// by side, and lists the files behind a name.
//
//	s, err := open.Scene("walker", scene.Options{})
//	s, err := open.SideBySide([]string{"cube", "bunny.obj"}, scene.Options{})
//
// It steps nothing and draws nothing.
package open
