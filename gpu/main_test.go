package gpu

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"hooke/gpu/gltest"
)

// An example cannot skip itself, so it is left out here where HOOKE_GPU says
// that OpenGL may be missing.
func TestMain(m *testing.M) {
	flag.Parse()
	if reason := gltest.Unwanted(); reason != "" {
		fmt.Println("examples are skipped:", reason)
		if err := flag.Set("test.skip", "^Example"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
