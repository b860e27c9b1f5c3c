package hud

import (
	"fmt"
	"slices"
	"strings"

	"hooke/model"
	"hooke/viewer/draw/color"
)

// Overlay is the text over a picture. Numbers that are zero because they are not known yet
// are shown as a dash, or left out.
type Overlay struct {
	Title           string
	Masses, Springs int
	Time, DT        float64 // simulated time and step [s]
	StepsPerSecond  float64 // rate while the engine steps; zero while it is not known
	FrameSeconds    float64 // time from picture to picture; zero while it is not known
	RealTime        float64 // simulated time per time on the wall; zero while it is not known
	StepShare       float64 // share of a frame that the engine spends stepping, 0 to 1
	Engine          model.Description
	Software        bool      // the renderer runs on the CPU; the overlay warns of it
	MostTouches     int       // most touches that a mass had; zero for none
	SafeTouches     int       // for how many touches of a mass the safe step is
	Paused          bool      // the run is paused; the overlay marks it
	Message         string    // an error that the user must see, such as a divergence
	Keys            string    // one line at the lower edge; empty for none
	Help            []string  // a panel in the middle; each line has keys, a tab and their effect, and an empty line is a gap; nil for none
	HelpFrom        int       // number of the first line of the help that is shown, where it does not fit
	Notice          string    // the last event; empty for none
	TimeLine        *TimeLine // the time line of a recorded run; nil for none
	Recording       string    // text while a film is recorded; empty for none
	Reactions       []Reading // of reactions, below the facts; nil for none
	Source          string    // the file that the state comes from; empty where an engine steps it
	Panels
	Doing
}

// Reading is a line of the facts: a label and a value.
type Reading struct{ What, Much string }

// write writes the blocks of the overlay in their places. scale is in pixels per point.
func (o Overlay) write(p *Page, at [blocks]rect, scale float32) {
	o.writeMarks(p, scale)
	if len(o.Labels) > 0 && len(o.Help) == 0 {
		o.writeLabels(p, at, scale)
	}
	o.writeFacts(p, at[factsBlock], scale)
	o.writeLines(p, at[messageBlock], o.Message, p.inks.Warn, scale)
	o.writeLines(p, at[noticeBlock], o.Notice, p.inks.Accent, scale)
	o.writeOpening(p, at[openingBlock], scale)
	o.writeFaults(p, at[faultsBlock], scale)
	o.writeFooter(p, at[footerBlock], o.Notice != "" && len(o.Help) == 0 && !at[noticeBlock].there(), scale)
	o.writeRows(p, at[rowsBlock], scale)
	o.writePlots(p, at, scale)
	o.Gait.write(p, at[gaitBlock], scale)
	o.writePicked(p, at[pickedBlock], scale)
	o.writeTimeLine(p, at[timeLineBlock], scale)
	o.writeBadge(p, at[badgeBlock], scale)
	o.writeHelp(p, at[helpBlock], scale)
}

// writeFacts writes as many of the facts as there is room for, and keeps those that
// matter most.
func (o Overlay) writeFacts(p *Page, at rect, scale float32) {
	if !at.there() {
		return
	}
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel)
	y, columns := at.top+8*scale, p.columnsIn(at.width, scale)
	for _, f := range o.factsIn(p.linesIn(at.height, scale), p.inks) {
		label := f.label
		if columns < narrowFacts && label != "" {
			label = strings.TrimRight(label, " ") + "  "
		}
		end := p.text(at.left+10*scale, y, p.shorten(label, at.width-20*scale), p.inks.Dim)
		if room := at.right() - 10*scale - end; room >= float32(p.atlas.cellWidth) {
			p.text(end, y, p.shorten(f.value, room), f.ink)
		}
		y += p.lineHeight()
	}
}

// narrowFacts is the number of columns below which the labels of facts do not line up.
const narrowFacts = 28

// factsIn returns at most the given number of facts, in their order. It keeps those that matter most.
func (o Overlay) factsIn(lines int, i color.Inks) []fact {
	all := o.facts(i)
	if lines >= len(all) {
		return all
	}
	var kept []fact
	for _, f := range all {
		rank := slices.IndexFunc(factOrder(), func(label string) bool { return strings.TrimSpace(f.label) == label })
		before := 0
		for _, g := range all {
			other := slices.IndexFunc(factOrder(), func(label string) bool { return strings.TrimSpace(g.label) == label })
			if other >= 0 && (rank < 0 || other < rank) {
				before++
			}
		}
		if before < lines {
			kept = append(kept, f)
		}
	}
	return kept[:min(lines, len(kept))]
}

// factOrder returns the labels of facts, the most important first. The title has an empty
// label.
func factOrder() []string {
	return []string{"", "time", "real time", "springs", "from", "steps/s", "engine", "frames/s", "masses", "dt", "spring-updates/s", "stepping"}
}

// writeLines writes text and breaks it between words. It marks text that does not fit.
func (o Overlay) writeLines(p *Page, at rect, text string, color color.Ink, scale float32) {
	if !at.there() {
		return
	}
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel)
	lines := wrap(text, p.columnsIn(at.width, scale))
	if most := p.linesIn(at.height, scale); len(lines) > most {
		lines = lines[:max(most, 1)]
		lines[len(lines)-1] += " …"
	}
	for k, line := range lines {
		p.text(at.left+10*scale, at.top+8*scale+float32(k)*p.lineHeight(), p.shorten(line, at.width-20*scale), color)
	}
}

// writeFooter writes the renderer, and the keys under it, or the notice where it has no place of its own. Where one line fits, it writes
// the lower one.
func (o Overlay) writeFooter(p *Page, at rect, notice bool, scale float32) {
	if !at.there() {
		return
	}
	y, room := at.bottom()-float32(p.atlas.cellHeight), at.width-20*scale
	if o.Keys != "" || notice {
		line, ink := keysIn(o.Keys, int(room/float32(p.atlas.cellWidth))), p.inks.Dim
		if notice {
			line, ink = o.Notice, p.inks.Accent
		}
		line = p.shorten(line, room)
		p.rectangle(at.left, y-2*scale, p.textWidth(line)+20*scale, at.bottom()-y+2*scale, p.inks.Panel)
		p.text(at.left+10*scale, y, line, ink)
		if y -= p.lineHeight(); y < at.top-1 {
			return
		}
	}
	name, color := o.renderer(p.inks)
	p.text(at.left+10*scale, y, p.shorten(name, room), color)
}

// keysIn returns as many of the keys of a line as fit into the given number of columns. It always
// keeps the last two keys, those for help and to leave.
func keysIn(line string, columns int) string {
	const between = " · "
	keys := strings.Split(line, between)
	for len(keys) > 2 && len([]rune(strings.Join(keys, between))) > columns {
		keys = slices.Delete(keys, len(keys)-3, len(keys)-2)
	}
	return strings.Join(keys, between)
}

// fact is a line of the overlay.
type fact struct {
	label, value string
	ink          color.Ink
}

func (o Overlay) facts(i color.Inks) []fact {
	label := func(text string) string { return fmt.Sprintf("%-17s", text) }
	facts := []fact{
		{"", "hooke  " + o.Title, i.Accent},
		{label("masses"), Grouped(o.Masses), i.Bright},
		{label("springs"), Grouped(o.Springs), i.Bright},
		{label("time"), fmt.Sprintf("%.4f s", o.Time), i.Bright},
		{label("dt"), Quantity(o.DT, "s"), i.Bright},
		{label("steps/s"), Rate(o.StepsPerSecond), i.Bright},
		{label("spring-updates/s"), Rate(o.StepsPerSecond * float64(o.Springs)), i.Bright},
		{label("engine"), fmt.Sprintf("%s %s, %s", o.Engine.Engine, o.Engine.Pipeline, o.Engine.Precision), i.Bright},
	}
	if o.Source != "" {
		facts = append(facts[:4:4], fact{label("from"), o.Source, i.Bright})
	}
	if o.Paused {
		facts[3].value += "   PAUSED"
		facts[3].ink = i.Warn
	}
	if o.MostTouches > 0 {
		touches := fact{label("touches"), fmt.Sprintf("at most %d, step for %d", o.MostTouches, o.SafeTouches), i.Bright}
		if o.MostTouches > o.SafeTouches {
			touches.ink = i.Warn
		}
		facts = append(facts, touches)
	}
	if o.RealTime > 0 {
		facts = append(facts, fact{label("real time"), fmt.Sprintf("× %.3g", o.RealTime), i.Bright})
	}
	if o.FrameSeconds > 0 {
		facts = append(facts,
			fact{label("frames/s"), fmt.Sprintf("%.3g", 1/o.FrameSeconds), i.Bright})
	}
	if o.FrameSeconds > 0 && o.Source == "" {
		facts = append(facts, fact{label("stepping"), fmt.Sprintf("%.0f %% of a frame", 100*o.StepShare), i.Bright})
	}
	for _, r := range o.Reactions {
		facts = append(facts, fact{label(r.What), r.Much, i.Accent})
	}
	return facts
}

// renderer names the renderer, as a warning if it is not a GPU.
func (o Overlay) renderer(i color.Inks) (string, color.Ink) {
	if o.Software && o.Engine.Engine == "gpu" { // other engines name the processor
		return "SOFTWARE RENDERER: " + o.Engine.Renderer, i.Warn
	}
	return "renderer " + o.Engine.Renderer, i.Dim
}

func (p *Page) widest(lines []string) float32 {
	width := float32(0)
	for _, line := range lines {
		width = max(width, p.textWidth(line))
	}
	return width
}

// shorten cuts a line to a width [pixels]. A line stays whole where the width has no room
// for one character.
func (p *Page) shorten(line string, room float32) string {
	runes, fits := []rune(line), int(room/float32(p.atlas.cellWidth))
	if len(runes) <= fits || fits < 1 {
		return line
	}
	return string(runes[:fits-1]) + "…"
}

// wrap breaks text between words into lines of at most columns characters. A longer word
// has a line of its own.
func wrap(text string, columns int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len([]rune(line+" "+word)) > columns {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}
