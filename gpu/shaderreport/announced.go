package main

import (
	"fmt"
	"io/fs"
	"os"

	"hooke/shaders"
)

// announced are the shader files; who opens that of a program is about to compile it, and
// stderr says so.
type announced struct{}

// Open opens a shader file.
func (announced) Open(name string) (fs.File, error) {
	if program, is := programName(name); is {
		fmt.Fprintf(os.Stderr, "%s%s\n", programMark, program)
	}
	return shaders.Files().Open(name)
}
