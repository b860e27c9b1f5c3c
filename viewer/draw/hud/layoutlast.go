package hud

// placeFactsLast puts facts that were left out for other blocks where these have left room for a short form.
func (s *sheet) placeFactsLast() {
	w := s.want[factsBlock]
	if !w.wanted() || s.at[factsBlock].there() {
		return
	}
	for _, height := range w.lower {
		if s.put(factsBlock, rect{s.body.left, s.body.top, min(w.width, s.left), height}) {
			return
		}
	}
}

// placeNotice puts the notice below the facts, or where else there is room, after all other blocks, which it never moves. Where there is
// no room the footer has it, instead of the keys.
func (s *sheet) placeNotice() {
	w := s.want[noticeBlock]
	if !w.wanted() {
		return
	}
	width := s.body.width
	if s.columns {
		width = s.left
	}
	if wide := min(w.width, width); wide >= w.leastWidth() && s.put(noticeBlock, rect{s.body.left, s.stackBottom, wide, w.heightIn(wide)}) {
		return
	}
	lefts, rights := []float32{s.body.left}, []float32{s.body.right()}
	for _, r := range s.at {
		if r.there() {
			lefts, rights = append(lefts, r.right()+s.gap), append(rights, r.left-s.gap)
		}
	}
	best, whole := rect{}, false // whether the best place shows all of the text
	for _, left := range lefts {
		for _, right := range rights {
			wide := min(w.width, right-left)
			if wide < w.leastWidth() || left < s.body.left {
				continue
			}
			free := s.freeBeside(rect{left, s.body.top, wide, s.body.height})
			r := rect{left, free.top, wide, min(w.heightIn(wide), free.height)}
			all := r.height >= w.heightIn(wide)
			better := all && !whole || all == whole && r.width*r.height > best.width*best.height
			if whole && all {
				better = r.height < best.height // fewer lines
			}
			if r.height >= w.leastHeight() && (better || !best.there()) {
				best, whole = r, all
			}
		}
	}
	s.put(noticeBlock, best)
}
