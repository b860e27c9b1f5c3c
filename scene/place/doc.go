// Package place finds where structures start: near the origin, where float32 is fine enough
// for their springs, and out of the planes that they would start in.
package place
