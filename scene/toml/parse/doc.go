// Package parse reads scene files into tables and values, and checks them against package
// scene/toml/spec. It reports all faults at once, each with its line and a caret.
package parse
