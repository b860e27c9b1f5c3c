package open_test

import (
	"fmt"

	"hooke/scene"
	"hooke/scene/open"
)

func ExampleScene() {
	count, err := scene.ParseCount("56k")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := open.Scene("lattice", scene.Options{Springs: count})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Model.MassCount(), "masses,", s.Model.SpringCount(), "springs")

	_, err = open.Scene("latice", scene.Options{})
	fmt.Println(err)
	// Output:
	// 4913 masses, 56368 springs
	// scene: "latice" is neither a preset nor a file; did you mean "lattice"?; presets: cube, canon, lattice, cloth, rope, chain, hinge, bridge, tensegrity, jelly, breathing, walker, worm, drape, flag, spot; files: scenes (.toml) and meshes such as .obj, .stl and .ply
}
