// Package options names the choices that the engine gpu offers, its pipelines, work
// groups and precisions, and rounds numbers to the words of a precision.
package options
