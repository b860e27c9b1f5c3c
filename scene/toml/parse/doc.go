// Package parse reads scene files into tables and values, and checks them against package
// scene/toml/spec. Everything that is wrong is a fault with its place. Faults are reported
// all at once, each with its line and a caret.
package parse
