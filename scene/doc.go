// Package scene says what a structure that is ready to run is (Scene), which options
// change it (Options) and what became of its mesh (Report). It also reads the numbers
// of options and the tables of actuators (ParseCount, OpenWave).
//
// It makes no scenes: package scene/open turns a name into a scene.
//
//	s, err := open.Scene("lattice", scene.Options{Springs: 1_000_000})
//	s, err := open.Scene("bunny.obj", scene.Options{As: "cloth", Up: "y"})
//
// A Scene belongs to whoever opened it.
package scene
