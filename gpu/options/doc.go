// Package options names what one can choose of the engine gpu, its pipelines, work groups and
// precisions, and rounds numbers to the words of a precision.
package options
