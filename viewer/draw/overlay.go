package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/model"
)

// Overlay is what the text over a picture says. Numbers that are zero and mean
// "not known yet" are shown as a dash.
type Overlay struct {
	Title           string
	Masses, Springs int
	Time, DT        float64 // simulated [s]
	StepsPerSecond  float64 // while stepping; zero: not known
	FrameSeconds    float64 // from picture to picture; zero: not known
	RealTime        float64 // simulated time per time on the wall; zero: not known
	StepShare       float64 // part of a frame that is spent stepping, 0 to 1
	Engine          model.Description
	Software        bool      // the renderer runs on the CPU: said loudly
	Paused          bool      // said loudly
	Message         string    // an error to be seen, such as a divergence
	Keys            string    // one line at the lower edge; empty: none
	Help            []string  // a panel in the middle: keys, a tab and what they do, or nothing, for a gap; nil: none
	HelpFrom        int       // its first line that is shown, where it does not fit
	Notice          string    // what was done last; empty: nothing
	TimeLine        *TimeLine // of a recorded run; nil: none is shown
	Recording       string    // of a film, to be seen while it goes on; empty: none is
	Source          string    // the file that a state is from, instead of what steps; empty: it is stepped
	Panels
	Doing
}

// write writes the overlay's blocks in their places. Scale is pixels per point.
func (o Overlay) write(p *page, at [blocks]rect, scale float32) {
	o.writeMarks(p, scale)
	o.writeFacts(p, at[factsBlock], scale)
	o.writeLines(p, at[messageBlock], o.Message, p.inks.warn, scale)
	o.writeLines(p, at[noticeBlock], o.Notice, p.inks.accent, scale)
	o.writeOpening(p, at[openingBlock], scale)
	o.writeFaults(p, at[faultsBlock], scale)
	o.writeFooter(p, at[footerBlock], scale)
	o.writeRows(p, at[rowsBlock], scale)
	o.writePlots(p, at, scale)
	o.writePicked(p, at[pickedBlock], scale)
	o.writeTimeLine(p, at[timeLineBlock], scale)
	o.writeBadge(p, at[badgeBlock], scale)
	o.writeHelp(p, at[helpBlock], scale)
}

// writeFacts writes as many of the facts as there is room for, those that matter most.
func (o Overlay) writeFacts(p *page, at rect, scale float32) {
	if !at.there() {
		return
	}
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.panel)
	y, columns := at.top+8*scale, p.columnsIn(at.width, scale)
	for _, f := range o.factsIn(p.linesIn(at.height, scale), p.inks) {
		label := f.label
		if columns < narrowFacts && label != "" {
			label = strings.TrimRight(label, " ") + "  "
		}
		end := p.text(at.left+10*scale, y, p.shorten(label, at.width-20*scale), p.inks.dim)
		if room := at.right() - 10*scale - end; room >= float32(p.atlas.cellWidth) {
			p.text(end, y, p.shorten(f.value, room), f.ink)
		}
		y += p.lineHeight()
	}
}

// narrowFacts is in how many columns labels of facts do not line up any more.
const narrowFacts = 28

// factsIn are so many facts, those that matter most, in their order.
func (o Overlay) factsIn(lines int, i inks) []fact {
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

// factOrder are the labels of facts from what matters most: the title has none.
func factOrder() []string {
	return []string{"", "time", "real time", "springs", "from", "steps/s", "engine", "frames/s", "masses", "dt", "spring-updates/s", "stepping"}
}

// writeLines writes text, broken between words.
func (o Overlay) writeLines(p *page, at rect, text string, color ink, scale float32) {
	if !at.there() {
		return
	}
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.panel)
	lines := wrap(text, p.columnsIn(at.width, scale))
	if most := p.linesIn(at.height, scale); len(lines) > most {
		lines = lines[:max(most, 1)]
		lines[len(lines)-1] += " …"
	}
	for k, line := range lines {
		p.text(at.left+10*scale, at.top+8*scale+float32(k)*p.lineHeight(), p.shorten(line, at.width-20*scale), color)
	}
}

// writeFooter writes the renderer, and the keys under it; in one line the keys.
func (o Overlay) writeFooter(p *page, at rect, scale float32) {
	if !at.there() {
		return
	}
	y, room := at.bottom()-float32(p.atlas.cellHeight), at.width-20*scale
	if o.Keys != "" {
		line := p.shorten(keysIn(o.Keys, int(room/float32(p.atlas.cellWidth))), room)
		p.rectangle(at.left, y-2*scale, p.textWidth(line)+20*scale, at.bottom()-y+2*scale, p.inks.panel)
		p.text(at.left+10*scale, y, line, p.inks.dim)
		if y -= p.lineHeight(); y < at.top-1 {
			return
		}
	}
	name, color := o.renderer(p.inks)
	p.text(at.left+10*scale, y, p.shorten(name, room), color)
}

// keysIn are as many of the keys of a line as fit into so many columns, the last two
// among them: those for help and to leave.
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
	ink          ink
}

func (o Overlay) facts(i inks) []fact {
	label := func(text string) string { return fmt.Sprintf("%-17s", text) }
	facts := []fact{
		{"", "hooke  " + o.Title, i.accent},
		{label("masses"), grouped(o.Masses), i.bright},
		{label("springs"), grouped(o.Springs), i.bright},
		{label("time"), fmt.Sprintf("%.4f s", o.Time), i.bright},
		{label("dt"), Quantity(o.DT, "s"), i.bright},
		{label("steps/s"), rate(o.StepsPerSecond), i.bright},
		{label("spring-updates/s"), rate(o.StepsPerSecond * float64(o.Springs)), i.bright},
		{label("engine"), fmt.Sprintf("%s %s, %s", o.Engine.Engine, o.Engine.Pipeline, o.Engine.Precision), i.bright},
	}
	if o.Source != "" {
		facts = append(facts[:4:4], fact{label("from"), o.Source, i.bright})
	}
	if o.Paused {
		facts[3].value += "   PAUSED"
		facts[3].ink = i.warn
	}
	if o.RealTime > 0 {
		facts = append(facts, fact{label("real time"), fmt.Sprintf("× %.3g", o.RealTime), i.bright})
	}
	if o.FrameSeconds > 0 {
		facts = append(facts,
			fact{label("frames/s"), fmt.Sprintf("%.3g", 1/o.FrameSeconds), i.bright})
	}
	if o.FrameSeconds > 0 && o.Source == "" {
		facts = append(facts, fact{label("stepping"), fmt.Sprintf("%.0f %% of a frame", 100*o.StepShare), i.bright})
	}
	return facts
}

// renderer names what draws, loudly when it is not a GPU.
func (o Overlay) renderer(i inks) (string, ink) {
	if o.Software && o.Engine.Engine == "gpu" { // other engines name the processor
		return "SOFTWARE RENDERER: " + o.Engine.Renderer, i.warn
	}
	return "renderer " + o.Engine.Renderer, i.dim
}

func (p *page) widest(lines []string) float32 {
	width := float32(0)
	for _, line := range lines {
		width = max(width, p.textWidth(line))
	}
	return width
}

// shorten cuts a line to the room there is [pixels].
func (p *page) shorten(line string, room float32) string {
	runes, fits := []rune(line), int(room/float32(p.atlas.cellWidth))
	if len(runes) <= fits || fits < 1 {
		return line
	}
	return string(runes[:fits-1]) + "…"
}

// wrap breaks text into lines of at most columns characters, between words.
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

// grouped writes 984438 as 984,438.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// rate writes a positive number with three digits and k, M or G; zero is
// unknown.
func rate(perSecond float64) string {
	if perSecond == 0 {
		return "—"
	}
	return strings.TrimSpace(Quantity(perSecond, ""))
}

// Quantity writes a number with three digits and the SI prefix before the unit.
func Quantity(value float64, unit string) string {
	prefixes := []string{"n", "µ", "m", "", "k", "M", "G", "T"}
	if value == 0 || math.IsInf(value, 0) || math.IsNaN(value) {
		return fmt.Sprintf("%g %s", value, unit)
	}
	// Three digits first, so that 999.9 becomes 1.00 k and not 1000.
	digits := math.Pow(10, 2-math.Floor(math.Log10(math.Abs(value))))
	value = math.Round(value*digits) / digits
	thousands := int(math.Floor(math.Log10(math.Abs(value))/3 + 1e-9))
	thousands = min(max(thousands, -3), len(prefixes)-4)
	scaled := value / math.Pow(1000, float64(thousands))
	places := 2 - int(math.Floor(math.Log10(math.Abs(scaled))+1e-9))
	return fmt.Sprintf("%.*f %s%s", min(max(places, 0), 9), scaled, prefixes[thousands+3], unit)
}
