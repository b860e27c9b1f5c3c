package cpuref

import (
	"flag"
	"os"
	"testing"
)

// TestMain knows the flag of the picture of orders; see convergence_test.go.
func TestMain(m *testing.M) {
	flag.String("order-plot", "", "file to draw the orders of the integrators into")
	flag.Parse()
	m.Run()
}

// longTests says whether the long tests are wanted: "make test-long" sets
// HOOKE_LONG.
func longTests() bool { return os.Getenv("HOOKE_LONG") != "" }
