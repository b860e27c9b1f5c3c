// Package inspect collects facts for hooke info: the parts and the memory of a structure
// (Describe), and the OpenGL of the machine (DescribeOpenGL). Its values have the keys of
// hooke info --json, and also print themselves as text.
package inspect
