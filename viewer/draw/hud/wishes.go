package hud

// wishes returns the places that the blocks of an overlay want on a page. l may be nil,
// which shows no legend.
func (o Overlay) wishes(p *Page, l *Legend, scale float32) (w [blocks]wish) {
	w[footerBlock] = o.wishFooter(p, scale)
	w[factsBlock] = o.wishFacts(p, scale)
	w[badgeBlock] = o.wishBadge(p, scale)
	if len(o.Help) > 0 {
		w[helpBlock] = o.wishHelp(p, scale)
		return w
	}
	w[messageBlock] = p.wishText(o.Message, mostMessage, scale)
	w[noticeBlock] = p.wishText(o.Notice, mostNotice, scale)
	w[openingBlock] = o.wishOpening(p, scale)
	w[faultsBlock] = o.wishFaults(p, scale)
	if n := len(o.Rows); n > 0 {
		w[rowsBlock] = wish{width: rowsWidth * scale, height: p.rowsHeight(n, scale), least: p.rowsHeight(min(n, leastRows), scale), narrow: leastRowsWidth * scale}
	}
	if n := len(o.Picked); n > 0 {
		w[pickedBlock] = wish{width: p.widest(o.Picked) + 20*scale, height: p.textHeight(n, scale), least: p.textHeight(1, scale), narrow: leastText * scale}
	}
	if o.TimeLine != nil {
		w[timeLineBlock] = wish{width: p.width, height: timeLineHeight * scale, narrow: leastText * scale}
	}
	w[gaitBlock] = o.Gait.wish(p, scale)
	for k := range o.plots() {
		w[plotBlock+block(k)] = wish{width: plotWidth * scale, height: plotHeight(p, scale), narrow: leastText * scale}
	}
	if l != nil {
		w[legendBlock] = l.wish(p, scale)
	}
	return w
}

// These are the sizes of blocks that may be shown in part.
const (
	mostMessage    = 8   // lines
	mostNotice     = 3   // lines
	leastRows      = 3   // controls
	leastRowsWidth = 200 // [points]
	leastText      = 100 // width [points]
)

// textHeight returns the height that the given number of lines of text take, with their margins
// [pixels].
func (p *Page) textHeight(lines int, scale float32) float32 {
	return float32(lines)*p.lineHeight() + 14*scale
}

// linesIn returns how many lines of text a height has room for.
func (p *Page) linesIn(height, scale float32) int {
	return max(int((height-14*scale)/p.lineHeight()+0.01), 0)
}

// columnsIn returns how many characters a width has room for, within its margins; at
// least 1.
func (p *Page) columnsIn(width, scale float32) int {
	return max(int((width-20*scale)/float32(p.atlas.cellWidth)+0.01), 1)
}

// wishText returns the place that a text wants, of the given number of lines at most.
func (p *Page) wishText(text string, most int, scale float32) wish {
	if text == "" {
		return wish{}
	}
	flow := func(width float32) float32 {
		return p.textHeight(min(len(wrap(text, p.columnsIn(width, scale))), most), scale)
	}
	return wish{width: p.textWidth(text) + 20*scale, height: p.textHeight(1, scale), least: p.textHeight(1, scale), narrow: leastText * scale, flow: flow}
}

func (o Overlay) wishFacts(p *Page, scale float32) wish {
	facts := o.facts(p.inks)
	width := float32(0)
	for _, f := range facts {
		width = max(width, p.textWidth(f.label+f.value))
	}
	w := wish{width: width + 20*scale, height: p.textHeight(len(facts), scale), narrow: leastText * scale}
	for _, lines := range []int{4, 2} {
		if lines < len(facts) {
			w.lower = append(w.lower, p.textHeight(lines, scale))
		}
	}
	return w
}

func (o Overlay) wishFooter(p *Page, scale float32) wish {
	lines := float32(0)
	if o.Keys != "" {
		lines = p.lineHeight()
	}
	return wish{width: p.width, height: float32(p.atlas.cellHeight) + lines + 2*scale, least: float32(p.atlas.cellHeight) + 2*scale, narrow: leastText * scale}
}
