package hud

// stack places the lines of text below the facts, but for the notice.
func (s *sheet) stack() {
	width := s.body.width
	if s.columns {
		width = s.left
	}
	for _, b := range []block{messageBlock, faultsBlock, openingBlock} {
		w := s.want[b]
		if !w.wanted() {
			continue
		}
		wide := min(w.width, width)
		height := min(w.heightIn(wide), s.body.bottom()-s.stackBottom)
		if badge := s.at[badgeBlock]; s.stackBottom == s.body.top && badge.meets(rect{s.body.left, s.stackBottom, wide, height}, s.gap) {
			s.stackBottom = badge.bottom() + s.gap
			height = min(height, s.body.bottom()-s.stackBottom)
		}
		if height < w.leastHeight() || wide < w.leastWidth() || !s.put(b, rect{s.body.left, s.stackBottom, wide, height}) {
			s.missed = true
			continue
		}
		s.missed = s.missed || height < w.heightIn(wide)
		s.stackBottom = s.at[b].bottom() + s.gap
	}
}

// placeRows puts the controls at the upper right, or below the text if they have no column of
// their own. They leave room for a plot and for the numbers of the picked thing if they can.
func (s *sheet) placeRows() {
	w := s.want[rowsBlock]
	if !w.wanted() {
		return
	}
	width, top := min(w.width, s.body.width), s.body.top
	if !s.columns {
		top = s.stackBottom
	}
	if badge := s.at[badgeBlock]; badge.meets(rect{s.body.right() - width, top, width, w.height}, s.gap) {
		top = badge.bottom() + s.gap
	}
	room := s.body.bottom() - top
	for _, b := range []block{plotBlock, pickedBlock} { // blocks that come below the controls
		if below := s.want[b]; !s.columns && below.wanted() && room-below.height-s.gap >= w.leastHeight() {
			room -= below.height + s.gap
		}
	}
	height := min(w.height, room)
	if height < w.leastHeight() || width < w.leastWidth() || !s.put(rowsBlock, rect{s.body.right() - width, top, width, height}) {
		s.missed = true
	}
}

// placeGait puts the gait at the lower edge, at the left if it fits there. It may be lower.
func (s *sheet) placeGait() {
	w := s.want[gaitBlock]
	if !w.wanted() {
		return
	}
	if width := min(w.width, s.body.width); width >= w.leastWidth() {
		for _, height := range []float32{w.height, (w.height + w.leastHeight()) / 2, w.leastHeight()} {
			if s.slot(gaitBlock, width, height) {
				return
			}
		}
	}
	s.missed = true
}

// placePlots puts each plot at the first free place, in lines from left to right. The
// first line lies at the lower edge.
func (s *sheet) placePlots() {
	for b := plotBlock; b < blocks; b++ {
		w := s.want[b]
		if !w.wanted() {
			continue
		}
		width := min(w.width, s.body.width)
		if width < w.leastWidth() || !s.slot(b, width, w.height) {
			s.missed = s.missed || b == plotBlock // the other plots are shown only if they fit
		}
	}
}

// slot puts a plot at the first free place, and returns whether there is one.
func (s *sheet) slot(b block, width, height float32) bool {
	for bottom := s.body.bottom(); bottom-height >= s.body.top; bottom -= height + s.gap {
		for left := s.body.left; left+width <= s.body.right()+1; left += width + s.gap {
			if s.put(b, rect{left, bottom - height, min(width, s.body.right()-left), height}) {
				return true
			}
		}
	}
	return false
}

// placePicked puts the numbers of the picked thing at the left, above the plots, or beside
// the facts if there is no room below those. The numbers may lose lines.
func (s *sheet) placePicked() {
	w := s.want[pickedBlock]
	if !w.wanted() {
		return
	}
	lefts := []float32{s.body.left}
	if facts := s.at[factsBlock]; facts.there() {
		lefts = append(lefts, facts.right()+s.gap)
	}
	for _, height := range []float32{w.height, w.leastHeight()} {
		bottoms := []float32{s.body.bottom()}
		for b := gaitBlock; b < blocks; b++ {
			if s.at[b].there() {
				bottoms = append(bottoms, s.at[b].top-s.gap)
			}
		}
		for _, left := range lefts {
			for _, bottom := range bottoms {
				for _, width := range []float32{min(w.width, s.body.right()-left), min(w.width, s.left, s.body.right()-left)} {
					if width >= w.leastWidth() && s.put(pickedBlock, rect{left, bottom - height, width, height}) {
						s.missed = s.missed || height < w.height
						return
					}
				}
			}
		}
	}
	s.missed = true
}

// placeLegend puts the legend at the right, in the middle of the height where it can. It
// looks for the free part of the column that leaves the legend the most room, and makes
// the legend lower where that part is low. Where the controls fill the column, the legend
// goes beside them.
func (s *sheet) placeLegend() {
	w := s.want[legendBlock]
	if !w.wanted() {
		return
	}
	lefts := []float32{s.body.right() - w.width}
	if rows := s.at[rowsBlock]; rows.there() {
		lefts = append(lefts, rows.left-s.gap-w.width)
	}
	for _, left := range lefts {
		free := s.freeBeside(rect{left, s.body.top, w.width, s.body.height})
		height := min(w.height, free.height)
		if height < w.leastHeight() {
			continue
		}
		top := min(max((s.page-height)/2, free.top), free.bottom()-height)
		if s.put(legendBlock, rect{left, top, w.width, height}) {
			return
		}
	}
}

// freeBeside returns the highest part of a column that no block meets.
func (s *sheet) freeBeside(column rect) (free rect) {
	top := column.top
	for {
		part := rect{column.left, top, column.width, column.bottom() - top}
		next := column.bottom()
		for _, other := range s.at { // the nearest one below, and the space above it
			if part.meets(other, s.gap) && other.top-s.gap < next {
				next = max(other.top-s.gap, top)
			}
		}
		if part.height = next - top; part.height > free.height {
			free = part
		}
		if next >= column.bottom() {
			return free
		}
		below := next
		for _, other := range s.at {
			if column.meets(other, s.gap) && other.top-s.gap <= next && other.bottom()+s.gap > below {
				below = other.bottom() + s.gap
			}
		}
		if below <= top {
			return free
		}
		top = below
	}
}
