package hud

import "math"

// Places say what of an overlay is where in a picture, for who points at it. The zero
// value is of a picture without text.
type Places struct {
	at                   [blocks]rect
	rowsFrom, rowsCount  int
	rowHeight, rowsFirst float32 // of each control, and where the first one begins [pixels]
	helpMost             int
	scale                float32
}

// Write writes an overlay and a legend on a page that is begun, of a scale [pixels per
// point], and says what is where; nil: there is no legend.
func (o Overlay) Write(p *Page, l *Legend, scale float32) Places {
	return placesOf(o, p, o.writeAll(p, l, scale), scale)
}

// writeAll lays an overlay and a legend out and writes them; nil: there is no legend.
func (o Overlay) writeAll(p *Page, l *Legend, scale float32) [blocks]rect {
	want := o.wishes(p, l, scale)
	at := layOut(p.width, p.height, scale, &want)
	o.write(p, at, scale)
	if l != nil && at[legendBlock].there() {
		l.write(p, at[legendBlock], scale)
	}
	return at
}

func placesOf(o Overlay, p *Page, at [blocks]rect, scale float32) Places {
	x := Places{at: at, scale: scale, helpMost: o.helpMost(p, at[helpBlock], scale)}
	if rows := at[rowsBlock]; rows.there() {
		x.rowsFrom, x.rowsCount = o.rowsShown(p, rows, scale)
		x.rowHeight, x.rowsFirst = p.rowHeight(scale), rows.top+8*scale
	}
	return x
}

// RowsFrom is the first control that is shown.
func (x *Places) RowsFrom() int { return x.rowsFrom }

// HelpMost is the last line that the help can begin with; 0 where all of it is shown.
func (x *Places) HelpMost() int { return x.helpMost }

// OnRow is where on a control a place is.
type OnRow struct {
	Row   int
	Right bool    // in its right half
	Bar   bool    // on its bar, or where that would be
	Share float64 // along the bar, 0 to 1; beside it the nearer end
}

// RowAt is which control a place of the picture is on [pixels from the upper left corner];
// false beside all of them.
func (x *Places) RowAt(px, py float64) (on OnRow, ok bool) {
	rows := x.at[rowsBlock]
	if !rows.holds(float32(px), float32(py)) {
		return on, false
	}
	k := int(math.Floor((py - float64(x.rowsFirst)) / float64(x.rowHeight)))
	if k < 0 || k >= x.rowsCount {
		return on, false
	}
	bar, width := barOf(rows, x.scale)
	const reach = 6 // beyond the ends of a bar [points]
	share := (px - float64(bar)) / float64(width)
	beside := float64(reach * x.scale / width)
	return OnRow{Row: x.rowsFrom + k, Right: float32(px) > rows.left+rows.width/2, Bar: share >= -beside && share <= 1+beside, Share: min(max(share, 0), 1)}, true
}

// ShareAt is where along the bars of controls a place is that is so far from the left, 0
// to 1, whatever its height.
func (x *Places) ShareAt(px float64) float64 {
	bar, width := barOf(x.at[rowsBlock], x.scale)
	if width <= 0 {
		return 0
	}
	return min(max((px-float64(bar))/float64(width), 0), 1)
}

// TimeLineAt is the share, 0 to 1, of the way along the time line under a place of the
// picture [pixels]; false beside it. Who drags may be beside.
func (x *Places) TimeLineAt(px, py float64) (share float64, ok bool) {
	at := x.at[timeLineBlock]
	left, right := timeLineEnds(at, x.scale)
	if right <= left {
		return 0, false
	}
	return min(max((px-float64(left))/float64(right-left), 0), 1), at.holds(float32(px), float32(py))
}

// OnHelp says whether a place of the picture is on the help [pixels].
func (x *Places) OnHelp(px, py float64) bool { return x.at[helpBlock].holds(float32(px), float32(py)) }

// OnPanel says whether a place of the picture is on controls, plots, the help or the time
// line: not on what lies behind [pixels].
func (x *Places) OnPanel(px, py float64) bool {
	for b, at := range x.at {
		switch block(b) {
		case factsBlock, legendBlock, footerBlock, noticeBlock:
		default:
			if at.holds(float32(px), float32(py)) {
				return true
			}
		}
	}
	return false
}
