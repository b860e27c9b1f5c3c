package table

import "unsafe"

// Real is the type in which an engine keeps and computes numbers.
type Real interface{ float32 | float64 }

// SizeOf returns the size of a number [bytes].
func SizeOf[T Real]() int64 {
	var x T
	return int64(unsafe.Sizeof(x))
}
