package hud

import (
	"math/rand/v2"
	"testing"
)

// The free part of a picture meets no panel that counts, and no larger part is free.
func TestFreePartMeetsNoPanel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for range 300 {
		var x Places
		var taken []rect
		for range r.IntN(6) {
			place := rect{float32(r.IntN(900)), float32(r.IntN(500)), float32(1 + r.IntN(300)), float32(1 + r.IntN(200))}
			taken = append(taken, place)
			x.at[[]block{factsBlock, legendBlock, gaitBlock, rowsBlock, plotBlock}[r.IntN(5)]] = place
		}
		page := rect{0, 0, 1000, 600}
		best := largestFree(page, taken)
		for _, q := range taken {
			if best.meets(q, 0) {
				t.Fatalf("%v meets %v", best, q)
			}
		}
		for range 200 { // others that are free are not larger
			other := rect{float32(r.IntN(1000)), float32(r.IntN(600)), float32(1 + r.IntN(1000)), float32(1 + r.IntN(600))}
			if other.right() <= 1000 && other.bottom() <= 600 && meetsNone(other, taken) && other.width*other.height > best.width*best.height {
				t.Fatalf("%v is free beside %v, and larger than %v", other, taken, best)
			}
		}
		part := x.Free(1000, 600)
		if part.Right-part.Left < leastFree || part.Bottom-part.Top < leastFree {
			t.Errorf("%v is too small a part", part)
		}
	}
}

// Panels that leave too little do not count, the time line last of all.
func TestFreePartOfAFullPicture(t *testing.T) {
	var x Places
	x.at[factsBlock] = rect{10, 10, 250, 200}
	x.at[legendBlock] = rect{880, 200, 110, 200}
	x.at[timeLineBlock] = rect{10, 560, 980, 30}
	if part := x.Free(1000, 600); part != (Part{0.26, 0, 0.88, 560. / 600}) {
		t.Errorf("beside facts, a legend and a time line it is %v", part)
	}
	x.at[gaitBlock] = rect{10, 300, 500, 250} // leaves less than half of the width
	x.at[rowsBlock] = rect{600, 10, 390, 180}
	if part := x.Free(1000, 600); part != (Part{0.26, 0, 0.88, 560. / 600}) {
		t.Errorf("among panels that come and go it is %v", part)
	}
	x.at[factsBlock], x.at[legendBlock] = rect{10, 10, 600, 400}, rect{620, 10, 370, 500}
	if part := x.Free(1000, 600); part != (Part{0, 0, 0.62, 560. / 600}) {
		t.Errorf("under large facts it is %v", part)
	}
}
