// Package scene turns a name into something ready to run: a preset (cube,
// lattice, walker, drape and others, see Presets) or a mesh file becomes a
// model, a start state and the numbers of a run. It also reads the tables of
// actuators (OpenWave). It chooses what the maker of a mesh did not
// say: masses, stiffness that carries the structure's own weight, damping, the
// ground, the step.
//
//	s, err := scene.Open("lattice", scene.Options{Springs: 1_000_000})
//	s, err := scene.Open("bunny.obj", scene.Options{As: "cloth", Up: "y"})
//
// It steps nothing and draws nothing. A Scene belongs to whoever opened it.
package scene
