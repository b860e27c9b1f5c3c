package laws

import "math"

// Real is a type of numbers.
type Real interface{ float32 | float64 }

// Vec is a vector, as a struct and not an array: Go keeps structs of three numbers in registers.
type Vec[T Real] struct{ X, Y, Z T }

// Minus returns a − b.
func Minus[T Real](a, b Vec[T]) Vec[T] { return Vec[T]{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Plus returns a + b.
func Plus[T Real](a, b Vec[T]) Vec[T] { return Vec[T]{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Times returns s v.
func Times[T Real](s T, v Vec[T]) Vec[T] { return Vec[T]{T(s * v.X), T(s * v.Y), T(s * v.Z)} }

// Over returns v/s.
func Over[T Real](v Vec[T], s T) Vec[T] { return Vec[T]{v.X / s, v.Y / s, v.Z / s} }

// Cross returns a × b.
func Cross[T Real](a, b Vec[T]) Vec[T] {
	return Vec[T]{T(a.Y*b.Z) - T(a.Z*b.Y), T(a.Z*b.X) - T(a.X*b.Z), T(a.X*b.Y) - T(a.Y*b.X)}
}

// Dot returns a·b.
func Dot[T Real](a, b Vec[T]) T { return T(a.X*b.X) + T(a.Y*b.Y) + T(a.Z*b.Z) }

// Length returns |v|.
func Length[T Real](v Vec[T]) T { return Sqrt(Dot(v, v)) }

// Sqrt returns √x.
func Sqrt[T Real](x T) T { return T(math.Sqrt(float64(x))) }

// Abs returns |x|.
func Abs[T Real](x T) T { return T(math.Abs(float64(x))) }
