// Package emit has the parts that the writers of mesh files share, as mesh/scan has those of
// the readers: it writes records and text, returns the elements of a mesh in the order of
// files, returns the springs of a structure, and checks that the written file can be read
// again.
package emit
