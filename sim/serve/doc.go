// Package serve lets another process open, step, read and steer scenes by package sim: requests and answers are lines of
// JSON, and numbers in bulk are raw bytes behind a line (docs/serve.md).
//
// Framing depends on one key alone: a line with "bytes": N has N bytes behind it, in both directions. Where that cannot be
// told, as of a broken line that speaks of bytes, the session ends; all other faults are answered, and it goes on. Memory
// grows with the bytes that have come, never by a number in a line.
package serve
