package robots

import (
	"hooke/control/metrics"
	"hooke/model"
	"hooke/sim"
)

// Info describes robots, in words that programs read.
type Info struct {
	Kind     string            `json:"kind"` // robots
	Name     string            `json:"name"`
	Members  int               `json:"members"`
	Masses   int               `json:"masses"`  // of each
	Springs  int               `json:"springs"` // likewise
	DT       float64           `json:"dt"`      // step [s]
	Length   float64           `json:"duration"`
	Engine   model.Description `json:"engine"`
	Period   int64             `json:"period"` // steps between boundaries; 0: they have no control
	Free     []Free            `json:"free,omitempty"`
	Inputs   []Input           `json:"inputs,omitempty"`
	Sensors  []Sensor          `json:"sensors,omitempty"`
	Columns  []metrics.Column  `json:"columns"`  // of the quantity metrics
	Statuses []string          `json:"statuses"` // words of the numbers of the quantity status
	Groups   []string          `json:"groups,omitempty"`
	Notes    []string          `json:"notes,omitempty"`
	Rendered *sim.RenderReport `json:"rendered,omitempty"` // the last file of Page
}

// Free describes what Set sets, with the values of the scene.
type Free struct {
	Field  string    `json:"field"`
	Values []float64 `json:"values"`
}

// Input describes an input with its bounds; both are 0 where it has none.
type Input struct {
	Name string  `json:"name"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// Sensor describes a sensor with how many numbers it has.
type Sensor struct {
	Name  string `json:"name"`
	Width int    `json:"width"`
}

// Info describes them.
func (r *Robots) Info() Info {
	out := Info{Kind: "robots", Name: r.scene.Name, Members: len(r.members), Masses: r.kind.Model.MassCount(), Springs: r.kind.Model.SpringCount(),
		DT: r.kind.Params.DT, Length: r.scene.Duration, Period: r.Period(), Columns: r.columns, Notes: r.scene.Report.Notes, Rendered: r.rendered}
	if r.engine != nil {
		out.Engine = r.engine.Describe()
	}
	values := r.kind.ValuesOf()
	for _, n := range r.fields {
		out.Free = append(out.Free, Free{n.text, values[n.first : n.first+n.count]})
	}
	if spec := r.kind.Control; spec != nil {
		for _, in := range spec.Inputs {
			out.Inputs = append(out.Inputs, Input{in.Name, in.Min, in.Max})
		}
		for _, sensor := range spec.Sensors {
			out.Sensors = append(out.Sensors, Sensor{sensor.Name, sensor.What.Width()})
		}
	}
	for s := metrics.Running; s <= metrics.Diverged; s++ {
		out.Statuses = append(out.Statuses, s.String())
	}
	for _, g := range r.kind.Model.Groups {
		out.Groups = append(out.Groups, g.Name)
	}
	return out
}
