// Package expression has the arithmetic that users write: numbers, names, + - * / ( ), min and
// max. Variables of scene files and fitness of designs follow this one rule.
package expression
