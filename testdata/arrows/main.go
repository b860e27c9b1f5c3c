package main

import (
	"os"

	"hooke/cli"
	"hooke/gpu"
)

func main() {
	_ = gpu.Solver{}
	os.Exit(cli.Run())
}
