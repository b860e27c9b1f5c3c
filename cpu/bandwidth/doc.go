// Package bandwidth measures how fast memory is, by copies on several threads: what the rates of
// the engine cpu are compared with.
package bandwidth
