package open_test

import (
	"fmt"

	"hooke/scene"
	"hooke/scene/open"
)

// A preset by its name, of about the given number of springs; a wrong name is answered with a guess.
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
	// scene: "latice" is neither a preset nor a file; did you mean "lattice"?; presets: cube, canon, lattice, cloth, rope, chain, helix, hinge, bridge, tensegrity, jelly, breathing, walker, hiker, worm, quadruped, snake, crawler, conveyor, drape, curtain, net, flag, storm, crash, boxes, pile, slingshot, raft, balloon, knot, nails, ragdoll, towel, spot; files: scenes (.toml) and meshes such as .obj, .stl and .ply
}

// A scene file: its meshes become one model, its tables the parameters of a run.
func ExampleScene_sceneFile() {
	s, err := open.Scene("../../examples/two-blocks.toml", scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Name, "from", s.Source)
	fmt.Println(s.Model.MassCount(), "masses,", s.Model.SpringCount(), "springs")
	for _, g := range s.Model.Groups {
		fmt.Println("group", g.Name, "of", len(g.Masses), "masses")
	}
	fmt.Printf("%d contact, %g s in steps of %.2g s\n", len(s.Params.Contacts), s.Duration, s.Params.DT)
	// Output:
	// two blocks from ../../examples/two-blocks.toml
	// 381 masses, 3328 springs
	// group below/bottom of 64 masses
	// group below/top of 64 masses
	// group above/bottom of 25 masses
	// group above/top of 25 masses
	// group below of 256 masses
	// group above of 125 masses
	// 1 contact, 2 s in steps of 0.00013 s
}

// A mesh file: a closed surface is filled with springs, and carries its own weight.
func ExampleScene_meshFile() {
	s, err := open.Scene("../../mesh/testdata/spot.obj", scene.Options{Up: "y", Springs: 5000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Report.Polygons, "polygons became a", s.Report.As, "of", s.Model.SpringCount(), "springs")
	// Output:
	// 5856 polygons became a fill of 5008 springs
}
