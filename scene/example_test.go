package scene_test

import (
	"fmt"
	"log"

	"hooke/scene"
	"hooke/scene/open"
)

// Open a scene file in TOML with a step of 0.1 ms, which replaces the one that the file leaves to
// the program.
func Example() {
	s, err := open.Scene("../examples/two-blocks.toml", scene.Options{DT: 1e-4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Name+":", s.Model.MassCount(), "masses,", s.Model.SpringCount(), "springs")
	fmt.Println(s.Duration, "s in steps of", s.Params.DT, "s")
	// Output:
	// two blocks: 381 masses, 3328 springs
	// 2 s in steps of 0.0001 s
}

// ParseCount reads numbers with the suffixes k, M and G.
func ExampleParseCount() {
	for _, text := range []string{"56k", "1.5M", "many"} {
		count, err := scene.ParseCount(text)
		if err != nil {
			fmt.Println("not a count")
			continue
		}
		fmt.Println(count)
	}
	// Output:
	// 56000
	// 1500000
	// not a count
}
