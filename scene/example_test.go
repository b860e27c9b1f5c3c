package scene_test

import (
	"fmt"

	"hooke/scene"
)

// Counts are written as people say them; what is no count is answered with what would be.
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
