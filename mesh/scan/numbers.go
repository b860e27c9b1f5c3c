package scan

import (
	"math"
)

// Float takes a finite number.
func (s *Cursor) Float(what string) float64 {
	word := s.Word(what)
	if s.Err != nil {
		return 0
	}
	value, err := ParseFloat(word)
	if err != nil {
		s.Fault("%s: %w", what, err)
	}
	return value
}

// Integer takes a whole number.
func (s *Cursor) Integer(what string) int64 {
	word := s.Word(what)
	if s.Err != nil {
		return 0
	}
	value, rest, ok := ParseInt(word)
	if !ok || len(rest) > 0 {
		s.Fault("%s: %s is not a whole number", what, Quoted(word))
		return 0
	}
	return value
}

// Count takes a number of things, from 0 to the greatest that a model can hold.
func (s *Cursor) Count(what string) int {
	return s.CheckCount(s.Integer(what), what)
}

func (s *Cursor) CheckCount(n int64, what string) int {
	if n < 0 || n > math.MaxInt32 {
		s.Fault("%s is %d; it must be from 0 to %d", what, n, math.MaxInt32)
		return 0
	}
	return int(n)
}

// Bytes takes n bytes, at most a window, valid until the next call. It returns nil and
// keeps a fault where the file ends before.
func (s *Cursor) Bytes(n int, what string) []byte {
	for len(s.Buffer)-s.Taken < n {
		if !s.Fill() {
			s.Fault("the file ends where %s should be; is it cut off?", what)
			return nil
		}
	}
	s.Taken += n
	return s.Buffer[s.Taken-n : s.Taken]
}

// Skip drops n bytes.
func (s *Cursor) Skip(n int64, what string) {
	for n > 0 && s.Err == nil {
		part := min(n, BufferBytes)
		s.Bytes(int(part), what)
		n -= part
	}
}

// Int32 and the methods below take one binary number each, in the file's byte order.
func (s *Cursor) Int32(what string) int64 {
	if b := s.Bytes(4, what); b != nil {
		return int64(int32(s.Order.Uint32(b)))
	}
	return 0
}

func (s *Cursor) Int64(what string) int64 {
	if b := s.Bytes(8, what); b != nil {
		return int64(s.Order.Uint64(b))
	}
	return 0
}

func (s *Cursor) Float64(what string) float64 {
	if b := s.Bytes(8, what); b != nil {
		return s.finite(math.Float64frombits(s.Order.Uint64(b)), what)
	}
	return 0
}

func (s *Cursor) Float32(what string) float64 {
	if b := s.Bytes(4, what); b != nil {
		return s.finite(float64(math.Float32frombits(s.Order.Uint32(b))), what)
	}
	return 0
}

// finite refuses NaN and infinities.
func (s *Cursor) finite(value float64, what string) float64 {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		s.Fault("%s is %g; it must be a finite number", what, value)
		return 0
	}
	return value
}
