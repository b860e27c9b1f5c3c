package convergence

import (
	"flag"
	"testing"
)

// TestMain knows the flag of the picture of orders; see convergence_test.go.
func TestMain(m *testing.M) {
	flag.String("order-plot", "", "file to draw the orders of the integrators into")
	flag.Parse()
	m.Run()
}
