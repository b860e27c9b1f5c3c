// Package reactions shows what a structure does to the contacts, pins and guides that hold it:
// as arrows whose lengths have one scale, and as lines with the numbers.
package reactions
