// Package parse reads scene files into tables and values, and holds them against package
// scene/toml/spec. Everything that is wrong is kept as a fault with its place, and told
// all at once, each with its line and a caret.
package parse
