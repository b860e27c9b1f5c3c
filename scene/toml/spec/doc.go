// Package spec describes the tables and keys of scene files: their types, units, ranges,
// defaults and meanings. Package parse checks files against it, and Schema prints the
// reference from it.
package spec
