// Package npy reads and writes NumPy's .npy arrays and the .npz archives of them: it
// reads and writes headers, decodes blocks of numbers of any type, and writes and reads
// whole archives (WriteArchive, ReadArchive). Readers of meshes and writers of results
// share it, and may not import each other.
//
// Format: numpy.lib.format in NumPy's manual.
package npy
