// Command hooke steps, proves and shows very large mass-spring structures.
// This file is wiring only; package cli holds the verbs.
package main

import (
	"os"
	"runtime"

	"hooke/cli"
)

// Window systems want the thread that the program started on, and an OpenGL
// context belongs to one thread. Only in init is the main goroutine sure to be
// on that thread.
func init() { runtime.LockOSThread() }

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr)) }
