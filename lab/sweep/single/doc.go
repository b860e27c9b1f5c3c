// Package single runs the jobs of a sweep one by one, on any engine, several at a time where the
// engine is of the processor.
package single
