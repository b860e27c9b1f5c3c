// Package emit has what the writers of mesh files share, as mesh/scan has what their
// readers share: it writes records and text, gives the elements of a mesh in the order in
// which files have them, gives the springs of a structure, and checks that the written
// file can be read again.
package emit
