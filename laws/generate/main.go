// Command generate prints the laws of package laws in GLSL: for each file x.go with functions of
// numbers a file x_laws.glsl, and with a type that the device has in records a file x_record.glsl. Run it with "go generate ./laws".
//
// It takes in the functions with a type parameter, under their names with a small letter, whose statements are declarations,
// assignments, if and return. Vectors become real3; Plus, Minus, Times and Over become operators.
// Some comments in the source state facts that Go cannot express:
//
//	//glsl:by hand Law     shaders declare this type, with that name
//	//glsl:record Law      they have this type, with that name, and read it from records
//	//glsl:not             no shader calls this function
//	//glsl:if DAMPING      a statement, or a field of a record, that shaders compile where DAMPING is not 0
//
// Anything else is an error that names the file and line.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	to := flag.String("to", "", "the `folder` for the GLSL files")
	flag.Parse()
	if err := write(".", *to); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// write writes the files of the package in a folder.
func write(folder, to string) error {
	texts, err := translate(folder)
	if err != nil {
		return err
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(to, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// glslName returns the file for the laws, or for the record, of a Go file.
func glslName(name, what string) string {
	return strings.TrimSuffix(name, ".go") + "_" + what + ".glsl"
}
