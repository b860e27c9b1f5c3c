// Package npy holds the format of NumPy's .npy arrays, of which an .npz archive is
// made: headers are read and written, and blocks of numbers of any type decoded.
// Readers of meshes and writers of results share it (docs/adr/0018).
//
// Format: numpy.lib.format in NumPy's manual.
package npy
