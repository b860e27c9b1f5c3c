package npy

import (
	"encoding/binary"
	"math"
)

// Decode turns bytes into numbers, at most len(values), and returns
// these.
func (h Header) Decode(values []float64, data []byte) []float64 {
	values = values[:len(data)/h.Width]
	little := h.Order == binary.LittleEndian
	switch {
	case h.Kind == 'f' && h.Width == 8 && little:
		for i := range values {
			values[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		}
	case h.Kind == 'f' && h.Width == 8:
		for i := range values {
			values[i] = math.Float64frombits(binary.BigEndian.Uint64(data[8*i:]))
		}
	case h.Kind == 'f' && h.Width == 4:
		for i := range values {
			values[i] = float64(math.Float32frombits(h.Order.Uint32(data[4*i:])))
		}
	case h.Kind == 'f':
		for i := range values {
			values[i] = half(h.Order.Uint16(data[2*i:]))
		}
	case h.Kind == 'i' && h.Width == 8 && little:
		for i := range values {
			values[i] = float64(int64(binary.LittleEndian.Uint64(data[8*i:])))
		}
	case h.Kind == 'u' && h.Width == 8:
		for i := range values {
			values[i] = float64(h.Order.Uint64(data[8*i:]))
		}
	default:
		for i := range values {
			values[i] = float64(h.integer(data[h.Width*i:]))
		}
	}
	return values
}

// integer returns a number of 1, 2 or 4 bytes, or a signed one of 8 bytes; booleans count as
// unsigned.
func (h Header) integer(data []byte) int64 {
	signed := h.Kind == 'i'
	switch h.Width {
	case 1:
		if signed {
			return int64(int8(data[0]))
		}
		return int64(data[0])
	case 2:
		if n := h.Order.Uint16(data); signed {
			return int64(int16(n))
		} else {
			return int64(n)
		}
	case 4:
		if n := h.Order.Uint32(data); signed {
			return int64(int32(n))
		} else {
			return int64(n)
		}
	}
	return int64(h.Order.Uint64(data))
}

// half widens a 16-bit float (IEEE 754 binary16).
func half(bits uint16) float64 {
	sign := 1.0
	if bits&0x8000 != 0 {
		sign = -1
	}
	exponent, fraction := int(bits>>10&31), float64(bits&0x3ff)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}
