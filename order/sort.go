package order

import (
	"math/bits"

	"hooke/model"
)

// Sorted returns the order of masses by ascending keys, one key for each mass; masses with
// equal keys keep their order.
func Sorted(name string, keys []uint64) *Order {
	o := &Order{Name: name, Original: Sort(keys), Ordered: make([]uint32, len(keys))}
	for k, i := range o.Original {
		o.Ordered[i] = uint32(k)
	}
	return o
}

// Sort lists the indices of keys so that the keys ascend; indices of equal keys keep
// their order. It is a radix sort that skips digits which all keys share;
// digits have 16 bits, or 8 where keys are few. 8 bytes per key.
func Sort[K uint32 | uint64](keys []K) []uint32 {
	from, to := make([]uint32, len(keys)), make([]uint32, len(keys))
	for i := range from {
		from[i] = uint32(i)
	}
	differ := uint64(0)
	for _, key := range keys {
		differ |= uint64(key ^ keys[0])
	}
	width := 16
	if len(keys) < 1<<12 {
		width = 8
	}
	digits := uint64(1)<<width - 1
	first := make([]uint32, digits+2)
	for shift := 0; shift < 64; shift += width {
		if differ>>shift&digits == 0 {
			continue
		}
		clear(first)
		for _, key := range keys {
			first[uint64(key)>>shift&digits+1]++
		}
		for digit := range digits + 1 {
			first[digit+1] += first[digit]
		}
		for _, i := range from {
			digit := uint64(keys[i]) >> shift & digits
			to[first[digit]] = i
			first[digit]++
		}
		from, to = to, from
	}
	return from
}

// Distance returns the mean binary logarithm of the distance in the order between the ends
// of a spring.
func Distance(m *model.Model) float64 {
	sum := int64(0)
	InChunks(m.SpringCount(), ChunkSprings, func(first, end int) (part int64) {
		for _, e := range m.Ends[first:end] {
			part += int64(bits.Len32(max(e[0], e[1]) - min(e[0], e[1])))
		}
		return part
	}, func(part int64) { sum += part })
	return float64(sum) / float64(max(1, m.SpringCount()))
}
