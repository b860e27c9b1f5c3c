// Package parse reads scene files into tables and values, and checks them against package
// scene/toml/spec. Every error is a fault with a position: all faults of a file are reported at once,
// each with its line and a caret.
//
// Evaluate computes the expressions that users write, in scene files and as the fitness of designs:
// numbers, names, + - * / ( ), min and max.
package parse
