package bench_test

import (
	"os"
	"testing"

	_ "hooke/gpu"
)

func TestMain(m *testing.M) { os.Exit(m.Run()) }
