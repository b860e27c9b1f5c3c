// Command generate writes layout.glsl from layout.go. Run it with
// "go generate ./shaders".
package main

import (
	"fmt"
	"os"

	"hooke/shaders"
)

func main() {
	if err := os.WriteFile("layout.glsl", []byte(shaders.Layout()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}
