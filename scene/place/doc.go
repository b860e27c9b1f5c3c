// Package place finds where structures start: near the origin, where float32 is fine
// enough for their springs, and outside the planes that they would otherwise start in.
package place
