// Package hdf writes HDF5 files without the HDF5 library, and reads the files that it wrote:
// groups, attributes, and arrays in chunks, plain or compressed by zlib. A file begins with
// space for a superblock. The chunks of arrays follow in any order and number. Their
// description is written at the end, and then the superblock, which holds its position. So a
// file can grow during a long run.
//
// Source: "HDF5 File Format Specification", version 3.0: superblock version 2, object headers
// version 2 with links in them, version 1 B-trees of chunks (K = 32), layout message version
// 3. HDF5 1.8 (2008) and later read such files.
package hdf
