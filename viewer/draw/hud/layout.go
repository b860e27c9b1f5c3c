package hud

// rect is a place on a page [pixels from the upper left corner]. The zero value is no
// place.
type rect struct{ left, top, width, height float32 }

func (r rect) right() float32  { return r.left + r.width }
func (r rect) bottom() float32 { return r.top + r.height }
func (r rect) there() bool     { return r.width > 0 && r.height > 0 }

// holds reports whether a point lies in the place. A place without a size holds no point.
func (r rect) holds(x, y float32) bool {
	return r.there() && x >= r.left && x <= r.right() && y >= r.top && y <= r.bottom()
}

// meets reports whether two places are nearer to each other than a gap.
func (r rect) meets(q rect, gap float32) bool {
	return r.there() && q.there() && r.left < q.right()+gap && q.left < r.right()+gap && r.top < q.bottom()+gap && q.top < r.bottom()+gap
}

// block is a part of an overlay that has a place of its own.
type block int

// These are the blocks. plotBlock is the first of the plots, which are the last blocks.
const (
	factsBlock block = iota
	messageBlock
	noticeBlock
	openingBlock
	faultsBlock
	rowsBlock
	legendBlock
	pickedBlock
	timeLineBlock
	footerBlock
	badgeBlock
	helpBlock
	gaitBlock
	plotBlock
	blocks = plotBlock + mostPlots
)

// mostPlots is how many plots an overlay may have.
const mostPlots = 4

// wish is the room that a block wants on a page [pixels]. The zero value wants none.
type wish struct {
	width, height float32
	least         float32                     // the block is left out below this height; zero means height
	narrow        float32                     // the block is left out below this width; zero means width
	lower         []float32                   // other heights that do, the best one first
	flow          func(width float32) float32 // height of text in a given width; nil means height
}

func (w wish) wanted() bool { return w.width > 0 && w.height > 0 }

// heightIn returns the height that a block wants in a width.
func (w wish) heightIn(width float32) float32 {
	if w.flow != nil {
		return w.flow(width)
	}
	return w.height
}

func (w wish) leastHeight() float32 {
	if w.least > 0 {
		return w.least
	}
	return w.height
}

// leastWidth returns the width below which a block is left out: no block asks for more than it wants.
func (w wish) leastWidth() float32 {
	if w.narrow > 0 {
		return min(w.narrow, w.width)
	}
	return w.width
}

// LeastWidth and LeastHeight are the sizes of a window in which each panel has room when
// it is the only one [points].
const (
	LeastWidth  = 320
	LeastHeight = 240
)

// These are sizes of a layout [points].
const (
	panelMargin  = 14
	narrowMargin = 6   // margin of pictures below smallPicture
	smallPicture = 400 // width or height
	panelGap     = 8
	leastColumn  = 300 // width of text beside controls or a legend
	leastFacts   = 120 // width of the facts beside a legend
	wideBadge    = 1100
)

// layOut gives a place to each block that wants one on a page of that size [pixels]. No
// place meets another one, and none leaves the page. Where there is not room for all, the
// facts say less; then the legend goes; then the blocks that sheet.place puts last. An
// open help takes all the room that it needs. The result follows from the arguments
// alone.
func layOut(width, height, scale float32, want *[blocks]wish) [blocks]rect {
	var s sheet
	for _, legendToo := range []bool{true, false} {
		for level := range 1 + len(want[factsBlock].lower) + 1 {
			if s = newSheet(width, height, scale, want); s.place(level) && (s.has(legendBlock) || !legendToo) {
				return s.at
			}
		}
	}
	return s.at
}

// sheet is a layout while it is made.
type sheet struct {
	want        *[blocks]wish
	at          [blocks]rect
	body        rect // room that is left for blocks
	gap, scale  float32
	left        float32 // width of the column of text
	columns     bool    // whether text has a column beside controls or a legend
	missed      bool    // whether a block that must be there has no place
	wideEnough  bool    // for a badge beside facts and controls
	stackBottom float32
	page        float32 // height of the page
}

func newSheet(width, height, scale float32, want *[blocks]wish) sheet {
	margin := panelMargin * scale
	if min(width, height) < smallPicture*scale {
		margin = narrowMargin * scale
	}
	s := sheet{want: want, gap: panelGap * scale, scale: scale, wideEnough: width >= wideBadge*scale, page: height}
	s.body = rect{margin, margin, width - 2*margin, height - 2*margin}
	return s
}

// has reports whether a block has a place, in short or in full, or wants none.
func (s *sheet) has(b block) bool { return !s.want[b].wanted() || s.at[b].there() }

// place puts the blocks in their places. level chooses the form of the facts: 0 shows
// them in full, and the last level shows none. place returns whether all blocks that must
// be there have a place.
func (s *sheet) place(level int) bool {
	s.edges()
	if s.want[helpBlock].wanted() {
		s.placeHelp()
		s.placeFacts(level)
		return !s.missed
	}
	right := s.want[rowsBlock].width
	if right == 0 {
		right = s.want[legendBlock].width
	}
	s.left = s.body.width
	if s.columns = true; right > 0 {
		s.left -= right + s.gap
		s.columns = s.left >= leastColumn*s.scale
	}
	s.placeFacts(level)
	s.stack()
	s.placeRows()
	s.placeGait()
	s.placePlots()
	s.placePicked()
	s.placeLegend()
	s.placeFactsLast()
	s.placeNotice()
	return !s.missed
}

// edges places the blocks at the lower and the upper edge, and takes their room off the
// body.
func (s *sheet) edges() {
	fromBelow := func(b block) {
		w := s.want[b]
		if h := min(w.height, s.body.height); w.wanted() && h >= w.leastHeight() && s.body.width >= w.leastWidth() {
			s.at[b] = rect{s.body.left, s.body.bottom() - h, s.body.width, h}
			s.body.height -= h + s.gap
		}
	}
	fromBelow(footerBlock)
	fromBelow(timeLineBlock)
	if w := s.want[badgeBlock]; w.wanted() && s.body.height >= w.height && s.body.width > 0 {
		width := min(w.width, s.body.width)
		if s.wideEnough {
			width = min(width, 0.4*s.body.width)
		}
		s.at[badgeBlock] = rect{s.body.left + (s.body.width-width)/2, s.body.top, width, w.height}
		if !s.wideEnough {
			s.body.top += w.height + s.gap
			s.body.height -= w.height + s.gap
		}
	}
}

// put gives a block a place, unless that place meets another one or leaves the body. It
// returns whether it did.
func (s *sheet) put(b block, r rect) bool {
	const rounding = 0.01 // pixels
	if !r.there() || r.left < s.body.left-rounding || r.top < s.body.top-rounding || r.right() > s.body.right()+rounding || r.bottom() > s.body.bottom()+rounding {
		return false
	}
	for _, other := range s.at {
		if r.meets(other, s.gap-rounding) {
			return false
		}
	}
	s.at[b] = r
	return true
}

// placeHelp puts the help in the middle, below a badge.
func (s *sheet) placeHelp() {
	w := s.want[helpBlock]
	width := min(w.width, s.body.width)
	height := min(w.heightIn(width), s.body.height)
	top := s.body.top + (s.body.height-height)/2
	if badge := s.at[badgeBlock]; badge.there() {
		top = max(top, min(badge.bottom()+s.gap, s.body.bottom()-height))
		height = min(height, s.body.bottom()-badge.bottom()-s.gap)
		top = max(top, badge.bottom()+s.gap)
		if s.body.top > badge.top { // the badge has a line of its own
			height, top = min(w.heightIn(width), s.body.height), s.body.top
		}
	}
	if height < w.leastHeight() || !s.put(helpBlock, rect{s.body.left + (s.body.width-width)/2, top, width, height}) {
		s.missed = true
	}
}

// placeFacts puts the facts at the upper left, in the form of a level. Where they would
// meet an open help it leaves them out.
func (s *sheet) placeFacts(level int) {
	w := s.want[factsBlock]
	s.stackBottom = s.body.top
	if !w.wanted() || level > len(w.lower) {
		return
	}
	height := w.height
	if level > 0 {
		height = w.lower[level-1]
	}
	width := min(w.width, s.body.width)
	if s.want[rowsBlock].width == 0 && s.left >= leastFacts*s.scale {
		width = min(width, s.left) // beside the legend
	}
	switch {
	case s.put(factsBlock, rect{s.body.left, s.body.top, width, height}):
		s.stackBottom = s.at[factsBlock].bottom() + s.gap
	case !s.want[helpBlock].wanted():
		s.missed = true
	}
}
