package hud

// Part is a part of a picture, by its edges in shares of the picture's width and height.
type Part struct{ Left, Top, Right, Bottom float64 }

// leastFree is the least width and height of a part that is worth looking into.
const leastFree = 0.4

// Free returns the largest part of a picture of a size [pixels] that no panel covers. Where panels
// leave less than leastFree of the width or the height, those that come and go count no more, then
// the facts, and at last only the time line.
func (x *Places) Free(width, height int) Part {
	if width < 1 || height < 1 {
		return Part{0, 0, 1, 1}
	}
	always := []block{legendBlock, timeLineBlock, footerBlock}
	passing := []block{rowsBlock, pickedBlock, gaitBlock}
	for b := plotBlock; b < blocks; b++ {
		passing = append(passing, b)
	}
	page := rect{0, 0, float32(width), float32(height)}
	for _, count := range [][]block{append(append(always, factsBlock), passing...), append(always, factsBlock), always, {timeLineBlock}} {
		var taken []rect
		for _, b := range count {
			if x.at[b].there() {
				taken = append(taken, x.at[b])
			}
		}
		free := largestFree(page, taken)
		part := Part{float64(free.left) / float64(width), float64(free.top) / float64(height), float64(free.right()) / float64(width), float64(free.bottom()) / float64(height)}
		if part.Right-part.Left >= leastFree && part.Bottom-part.Top >= leastFree {
			return part
		}
	}
	return Part{0, 0, 1, 1}
}

// largestFree returns the largest place on a page that meets none of some places. Each of its edges
// is one of the page or of a place.
func largestFree(page rect, taken []rect) (best rect) {
	lefts, rights, tops, bottoms := []float32{page.left}, []float32{page.right()}, []float32{page.top}, []float32{page.bottom()}
	for _, r := range taken {
		lefts, rights, tops, bottoms = append(lefts, r.right()), append(rights, r.left), append(tops, r.bottom()), append(bottoms, r.top)
	}
	for _, left := range lefts {
		for _, right := range rights {
			for _, top := range tops {
				for _, bottom := range bottoms {
					place := rect{left, top, right - left, bottom - top}
					if place.there() && place.width*place.height > best.width*best.height && meetsNone(place, taken) {
						best = place
					}
				}
			}
		}
	}
	return best
}

func meetsNone(place rect, taken []rect) bool {
	for _, r := range taken {
		if place.meets(r, 0) {
			return false
		}
	}
	return true
}
