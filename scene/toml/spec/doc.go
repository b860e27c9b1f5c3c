// Package spec describes the tables and keys of scene files: their types, units, ranges,
// defaults and meanings. Files are judged by it, and the reference is printed from it.
package spec
