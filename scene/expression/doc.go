// Package expression evaluates arithmetic that users write: numbers, names, + - * / ( ), min
// and max. Variables of scene files and fitness of designs use it.
package expression
