package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// legend is the explanation of the colors.
type legend struct {
	Title  string
	Bar    template.CSS // gradient, from its upper end
	Labels []string
	Below  []string
	Names  []name
}

type name struct {
	Text  string
	Color template.CSS
}

// legend explains the colors of a film; nil where there is one color, or nothing that has a value.
func (m *film) legend() *legend {
	c := m.page.Color
	valued := func(t *thing) bool { return t.paint != nil && (len(t.spring) > 0 || len(t.triangles) > 0) }
	if c == color.Plain || len(m.things) > 0 && !slices.ContainsFunc(m.things, valued) {
		return nil
	}
	hex := func(rgb [3]float64) template.CSS {
		return template.CSS(fmt.Sprintf("#%06x", uint32(color.Opaque(rgb))>>8))
	}
	if c.Named() {
		out := &legend{Title: c.String()}
		for k, text := range append([]string{"none"}, namesOf(c, &m.page.Bodies[0])...) {
			if k <= color.NameCount {
				out.Names = append(out.Names, name{text, hex(c.Map(0)[k])})
			}
		}
		return out
	}
	words := hud.Legend{Coloring: c, Low: m.low, High: m.high, Fixed: m.page.Range > 0, Whole: len(m.times) > 1, Seen: m.seen}
	out := &legend{}
	out.Title, out.Labels, out.Below = words.Words()
	var bar []string
	const bands = 33
	for k := range bands {
		bar = append(bar, string(hex(c.Map(bands)[bands-1-k])))
	}
	out.Bar = template.CSS("linear-gradient(" + strings.Join(bar, ",") + ")")
	return out
}

// namesOf returns the names of a coloring, from the first one.
func namesOf(c color.Coloring, b *Body) (names []string) {
	switch c {
	case color.ByMaterial:
		for _, m := range b.Model.Materials[min(1, len(b.Model.Materials)):] {
			names = append(names, m.Name)
		}
	case color.ByGroup:
		for _, g := range b.Model.Groups {
			names = append(names, g.Name)
		}
	case color.ByActuator:
		for _, a := range b.Params.Actuators {
			names = append(names, a.Name)
		}
	}
	return names
}
