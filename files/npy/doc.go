// Package npy reads and writes NumPy's .npy arrays and .npz archives: it reads and writes
// headers, decodes blocks of numbers of any type, and reads and writes whole archives
// (ReadArchive, WriteArchive). Readers of meshes and writers of results share it.
//
// Format: numpy.lib.format in NumPy's manual.
package npy
