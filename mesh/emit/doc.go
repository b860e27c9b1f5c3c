// Package emit is what the writers of mesh files share, as mesh/scan is what their readers
// share: records and text on their way into a file, the elements of a mesh in the order in
// which files have them, the springs of a structure, and the checks that what is written
// can be read again.
package emit
