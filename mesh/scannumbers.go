package mesh

import (
	"math"
)

// float takes a finite number.
func (s *scan) float(what string) float64 {
	word := s.word(what)
	if s.err != nil {
		return 0
	}
	value, err := parseFloat(word)
	if err != nil {
		s.fault("%s: %w", what, err)
	}
	return value
}

// integer takes a whole number.
func (s *scan) integer(what string) int64 {
	word := s.word(what)
	if s.err != nil {
		return 0
	}
	value, rest, ok := parseInt(word)
	if !ok || len(rest) > 0 {
		s.fault("%s: %s is not a whole number", what, quoted(word))
		return 0
	}
	return value
}

// count takes a number of things, from 0 to the most that a model can hold.
func (s *scan) count(what string) int {
	return s.checkCount(s.integer(what), what)
}

func (s *scan) checkCount(n int64, what string) int {
	if n < 0 || n > math.MaxInt32 {
		s.fault("%s is %d; it must be from 0 to %d", what, n, math.MaxInt32)
		return 0
	}
	return int(n)
}

// bytes takes n bytes, at most a window, valid until the next call; nil with a
// fault where the file ends before.
func (s *scan) bytes(n int, what string) []byte {
	for len(s.buffer)-s.taken < n {
		if !s.fill() {
			s.fault("the file ends where %s should be; is it cut off?", what)
			return nil
		}
	}
	s.taken += n
	return s.buffer[s.taken-n : s.taken]
}

// skip drops n bytes.
func (s *scan) skip(n int64, what string) {
	for n > 0 && s.err == nil {
		part := min(n, bufferBytes)
		s.bytes(int(part), what)
		n -= part
	}
}

// int32, int64 and float64 take one binary number in the file's byte order.
func (s *scan) int32(what string) int64 {
	if b := s.bytes(4, what); b != nil {
		return int64(int32(s.order.Uint32(b)))
	}
	return 0
}

func (s *scan) int64(what string) int64 {
	if b := s.bytes(8, what); b != nil {
		return int64(s.order.Uint64(b))
	}
	return 0
}

func (s *scan) float64(what string) float64 {
	if b := s.bytes(8, what); b != nil {
		return s.finite(math.Float64frombits(s.order.Uint64(b)), what)
	}
	return 0
}

func (s *scan) float32(what string) float64 {
	if b := s.bytes(4, what); b != nil {
		return s.finite(float64(math.Float32frombits(s.order.Uint32(b))), what)
	}
	return 0
}

// finite refuses NaN and infinities.
func (s *scan) finite(value float64, what string) float64 {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		s.fault("%s is %g; it must be a finite number", what, value)
		return 0
	}
	return value
}
