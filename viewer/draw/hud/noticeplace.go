package hud

// placeNotice puts the notice below the facts, or where else there is room, after all other blocks, which it never moves. Where there is
// no room the footer has it, in place of the keys.
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
	lefts := []float32{s.body.left}
	for _, r := range s.at {
		if r.there() {
			lefts = append(lefts, r.left, r.right()+s.gap)
		}
	}
	for _, wide := range []float32{min(w.width, s.body.width), min(w.width, s.body.width/2), w.leastWidth()} {
		for _, left := range lefts {
			column := rect{min(left, s.body.right()-wide), s.body.top, wide, s.body.height}
			free := s.freeBeside(column)
			height := min(w.heightIn(wide), free.height)
			if height >= w.leastHeight() && s.put(noticeBlock, rect{column.left, free.top, wide, height}) {
				return
			}
		}
	}
}
