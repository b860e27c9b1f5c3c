// Package npy holds the format of NumPy's .npy arrays and of the .npz archives made of
// them: headers are read and written, blocks of numbers of any type decoded, and whole
// archives written (WriteArchive) and read (ReadArchive). Readers of meshes and writers of
// results share it (docs/adr/0018).
//
// Format: numpy.lib.format in NumPy's manual.
package npy
