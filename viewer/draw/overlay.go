package draw

import (
	"fmt"
	"math"
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
	StepShare       float64 // part of a frame that is spent stepping, 0 to 1
	Engine          model.Description
	Software        bool      // the renderer runs on the CPU: said loudly
	Paused          bool      // said loudly
	Message         string    // an error to be seen, such as a divergence
	Keys            string    // one line at the lower edge; empty: none
	Help            []string  // a panel in the middle; nil: none
	Notice          string    // what was done last; empty: nothing
	TimeLine        *TimeLine // of a recorded run; nil: none is shown
	Recording       string    // of a film, to be seen while it goes on; empty: none is
	Source          string    // the file that a state is from, instead of what steps; empty: it is stepped
	Panels
	Doing
}

// write lays the overlay out on the page: facts at the upper left, renderer and
// keys at the lower edge, help in the middle. Scale is pixels per point.
func (o Overlay) write(p *page, scale float32) {
	margin := 14 * scale
	x, y := margin, margin
	facts := o.facts(p.inks)
	width := float32(0)
	for _, f := range facts {
		width = max(width, p.textWidth(f.label+f.value))
	}
	width = min(width, p.width-4*margin)
	p.panel(x, y, width, len(facts), scale)
	for _, f := range facts {
		end := p.text(x+10*scale, y+8*scale, f.label, p.inks.dim)
		p.text(end, y+8*scale, p.shorten(f.value, p.width-margin-10*scale-end), f.ink)
		y += p.lineHeight()
	}
	y += 24 * scale

	if o.Message != "" {
		lines := wrap(o.Message, int((p.width-4*margin)/float32(p.atlas.cellWidth)))
		p.panel(x, y, p.widest(lines), len(lines), scale)
		for _, line := range lines {
			p.text(x+10*scale, y+8*scale, line, p.inks.warn)
			y += p.lineHeight()
		}
		y += 24 * scale
	}

	if o.Notice != "" && len(o.Help) == 0 {
		line := p.shorten(o.Notice, p.width-4*margin)
		p.panel(x, y, p.textWidth(line), 1, scale)
		p.text(x+10*scale, y+8*scale, line, p.inks.accent)
		y += p.lineHeight() + 24*scale
	}
	o.writeDoing(p, x, y, scale)

	// The lower edge: the renderer, and the keys under it.
	y = p.height - margin - float32(p.atlas.cellHeight)
	room := p.width - 3*margin
	if o.Keys != "" {
		line := p.shorten(o.Keys, room)
		p.rectangle(margin, y-2*scale, min(p.textWidth(line)+20*scale, p.width-2*margin), p.lineHeight()+2*scale, p.inks.panel)
		p.text(margin+10*scale, y, p.shorten(o.Keys, room), p.inks.dim)
		y -= p.lineHeight()
	}
	name, color := o.renderer(p.inks)
	p.text(margin+10*scale, y, p.shorten(name, room), color)

	if len(o.Help) > 0 {
		w := p.widest(o.Help)
		x, y := (p.width-w)/2-10*scale, (p.height-float32(len(o.Help))*p.lineHeight())/2
		p.rectangle(x, y, w+20*scale, float32(len(o.Help))*p.lineHeight()+14*scale, p.inks.panel|0xff) // nothing shines through
		for _, line := range o.Help {
			p.text(x+10*scale, y+8*scale, line, p.inks.bright)
			y += p.lineHeight()
		}
	}
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

func (p *page) panel(x, y, width float32, lines int, scale float32) {
	p.rectangle(x, y, width+20*scale, float32(lines)*p.lineHeight()+14*scale, p.inks.panel)
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
