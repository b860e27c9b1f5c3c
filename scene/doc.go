// Package scene has what a structure that is ready to run is (Scene), what may be asked of
// it (Options), what became of its mesh (Report), and how the numbers of options and the
// tables of actuators are read (ParseCount, OpenWave).
//
// It makes nothing: package scene/open turns a name into a scene.
//
//	s, err := open.Scene("lattice", scene.Options{Springs: 1_000_000})
//	s, err := open.Scene("bunny.obj", scene.Options{As: "cloth", Up: "y"})
//
// A Scene belongs to whoever opened it.
package scene
