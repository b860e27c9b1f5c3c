package order

import "hooke/model"

// EachEnd calls do for the ends of springs at the masses from first to before end, in
// ascending order of the springs: entry is the spring's number times 2, plus 1 at its end B.
// Springs of the class without in of, which has a class for each, are left out; a nil of
// leaves none out. It serves several parts of the masses at once: each of them goes through
// all springs.
func EachEnd(ends []model.Ends, of []uint16, without uint16, first, end uint32, do func(mass, entry uint32)) {
	for s, e := range ends {
		if of != nil && of[s] == without {
			continue
		}
		if e[0]-first < end-first {
			do(e[0], uint32(s)<<1)
		}
		if e[1]-first < end-first {
			do(e[1], uint32(s)<<1|1)
		}
	}
}

// CountEnds adds to count the ends of springs at the masses from first on, of which there
// are as many as counts. Springs are left out as by EachEnd.
func CountEnds(ends []model.Ends, of []uint16, without uint16, first uint32, count []uint32) {
	for s, e := range ends {
		if of != nil && of[s] == without {
			continue
		}
		if at := uint(e[0] - first); at < uint(len(count)) {
			count[at]++
		}
		if at := uint(e[1] - first); at < uint(len(count)) {
			count[at]++
		}
	}
}
