package hdf

import (
	"encoding/binary"
	"math/bits"
)

// checksum returns the sum that HDF5 puts behind superblocks and object headers: hashlittle of
// Bob Jenkins' lookup3.c (public domain, 2006) with the initial value 0.
func checksum(data []byte) uint32 {
	start := 0xdeadbeef + uint32(len(data))
	a, b, c := start, start, start
	for ; len(data) > 12; data = data[12:] {
		a, b, c = mixed(a+word(data), b+word(data[4:]), c+word(data[8:]))
	}
	if len(data) == 0 {
		return c
	}
	var last [12]byte
	copy(last[:], data)
	return final(a+word(last[:]), b+word(last[4:]), c+word(last[8:]))
}

func word(data []byte) uint32 { return binary.LittleEndian.Uint32(data) }

func mixed(a, b, c uint32) (uint32, uint32, uint32) {
	turn := bits.RotateLeft32
	a = (a - c) ^ turn(c, 4)
	c += b
	b = (b - a) ^ turn(a, 6)
	a += c
	c = (c - b) ^ turn(b, 8)
	b += a
	a = (a - c) ^ turn(c, 16)
	c += b
	b = (b - a) ^ turn(a, 19)
	a += c
	c = (c - b) ^ turn(b, 4)
	b += a
	return a, b, c
}

func final(a, b, c uint32) uint32 {
	turn := bits.RotateLeft32
	c = (c ^ b) - turn(b, 14)
	a = (a ^ c) - turn(c, 11)
	b = (b ^ a) - turn(a, 25)
	c = (c ^ b) - turn(b, 16)
	a = (a ^ c) - turn(c, 4)
	b = (b ^ a) - turn(a, 14)
	return (c ^ b) - turn(b, 24)
}
