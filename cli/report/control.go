package report

import (
	"fmt"
	"strings"

	"hooke/control"
	"hooke/model"
)

// Control is the loop around a run.
type Control struct {
	Period      float64  `json:"period"`       // between two boundaries [s]
	Steps       int      `json:"period_steps"` // the same, in steps
	Latency     int      `json:"latency"`      // periods
	Inputs      []Item   `json:"inputs"`
	Sensors     []Item   `json:"sensors"`
	Controllers []string `json:"controllers"` // kind of each
	Masses      int      `json:"masses_read"` // that sensors read at a boundary
	Bytes       int64    `json:"bytes_read"`  // of these, as the host has them
}

// Item is an input or a sensor, with the quantity that it sets or measures.
type Item struct {
	Name string `json:"name"`
	Of   string `json:"of"`
}

// massBytes is the size of a position and a velocity in float64.
const massBytes = 48

// controlOf describes the loop of a spec in a run; nil without a loop.
func controlOf(s *control.Spec, m *model.Model, p model.Params) *Control {
	if !s.Controls() {
		return nil
	}
	dt := p.DT
	s = s.At(dt)
	c := &Control{Period: float64(s.Period) * dt, Steps: s.Period, Latency: s.Latency}
	for _, in := range s.Inputs {
		c.Inputs = append(c.Inputs, Item{in.Name, in.Of})
	}
	for _, sensor := range s.Sensors {
		c.Sensors = append(c.Sensors, Item{sensor.Name, sensor.Measures()})
	}
	if len(s.Sensors) > 0 {
		c.Masses = s.Reads(m, p)
		c.Bytes = massBytes * int64(c.Masses)
	}
	for _, controller := range s.Controllers {
		c.Controllers = append(c.Controllers, controller.Kind.String())
	}
	return c
}

func (c *Control) write(line printLine) {
	if c == nil {
		return
	}
	line("control", "every %.4g s (%d steps), latency %d: %s", c.Period, c.Steps, c.Latency, strings.Join(c.Controllers, ", "))
	list := func(what string, items []Item) {
		var words []string
		for at, item := range items {
			if at == maxPalette {
				words = append(words, fmt.Sprintf("and %d more", len(items)-at))
				break
			}
			words = append(words, item.Name+" ("+item.Of+")")
		}
		if len(words) > 0 {
			line("", "%s: %s", what, strings.Join(words, ", "))
		}
	}
	list("inputs", c.Inputs)
	list("sensors", c.Sensors)
	if c.Masses > 0 {
		line("", "each boundary reads %d masses (%d bytes)", c.Masses, c.Bytes)
	}
}
