// Package options names the choices of the engine gpu, its pipelines, work groups and
// precisions, and rounds numbers to the words of a precision.
package options
