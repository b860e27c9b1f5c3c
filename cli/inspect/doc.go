// Package inspect finds out what a structure is made of and what it takes (Describe), and
// which OpenGL there is (DescribeOpenGL). Its values have the keys of hooke info --json,
// and also write themselves as text.
package inspect
