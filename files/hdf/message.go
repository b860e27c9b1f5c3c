package hdf

import "encoding/binary"

// Types of messages of object headers.
const (
	ofDataspace = 0x01
	ofLinkInfo  = 0x02
	ofDatatype  = 0x03
	ofFill      = 0x05
	ofLink      = 0x06
	ofLayout    = 0x08
	ofGroupInfo = 0x0a
	ofFilters   = 0x0b
	ofAttribute = 0x0c
)

// message is a part of an object header.
type message struct {
	kind byte
	data []byte
}

// datatype describes numbers, little-endian.
func datatype(k Kind) []byte {
	bits := uint16(8 * k.Bytes())
	switch k {
	case Float32, Float64: // IEEE 754
		exponent, mantissa, bias := byte(8), byte(23), uint32(127)
		if k == Float64 {
			exponent, mantissa, bias = 11, 52, 1023
		}
		b := []byte{1<<4 | 1, 0x20, byte(bits - 1), 0} // the highest bit of mantissas is implied
		b = binary.LittleEndian.AppendUint32(b, uint32(k.Bytes()))
		b = append(b, 0, 0, byte(bits), 0, mantissa, exponent, 0, mantissa)
		return binary.LittleEndian.AppendUint32(b, bias)
	}
	b := []byte{1 << 4, 0, 0, 0} // version 1, whole numbers
	if k == Int32 || k == Int64 {
		b[1] = 1 << 3 // signed
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(k.Bytes()))
	return append(b, 0, 0, byte(bits), 0)
}

// textType describes a text of the given number of characters, filled up with zeros.
func textType(characters int) []byte {
	return binary.LittleEndian.AppendUint32([]byte{1<<4 | 3, 1, 0, 0}, uint32(characters))
}

// dataspace describes a shape; without axes it is a single number.
func dataspace(axes ...int64) []byte {
	b := []byte{2, byte(len(axes)), 0, 1}
	if len(axes) == 0 {
		b[3] = 0
	}
	for _, n := range axes {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return b
}

// attribute returns a named value of a group or array.
func attribute(name string, datatype, dataspace, data []byte) message {
	b := []byte{3, 0}
	b = binary.LittleEndian.AppendUint16(b, uint16(len(name)+1))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(datatype)))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(dataspace)))
	b = append(append(append(b, 0), name...), 0)
	return message{ofAttribute, append(append(append(b, datatype...), dataspace...), data...)}
}

// link returns the name of a group or array in its group.
func link(name string, address uint64) message {
	return message{ofLink, binary.LittleEndian.AppendUint64(append([]byte{1, 0, byte(len(name))}, name...), address)}
}

// header writes an object header and returns its address.
func (w *writer) header(messages []message) uint64 {
	at := w.end()
	var all []byte
	for _, m := range messages {
		all = append(binary.LittleEndian.AppendUint16(append(all, m.kind), uint16(len(m.data))), 0)
		all = append(all, m.data...)
	}
	b := append([]byte("OHDR"), 2, 2) // the length has 4 bytes
	b = append(binary.LittleEndian.AppendUint32(b, uint32(len(all))), all...)
	w.bytes = append(w.bytes, binary.LittleEndian.AppendUint32(b, checksum(b))...)
	return at
}
