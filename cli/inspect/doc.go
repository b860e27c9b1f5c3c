// Package inspect finds out what a structure is made of and what it takes (Describe), and
// what OpenGL is there (DescribeOpenGL): values with the keys of hooke info --json, which
// write themselves as text, too.
package inspect
