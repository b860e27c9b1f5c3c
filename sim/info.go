package sim

import "hooke/model"

// Info describes a Sim, in words that programs read.
type Info struct {
	Kind    string            `json:"kind"` // structure
	Name    string            `json:"name"`
	Masses  int               `json:"masses"`
	Springs int               `json:"springs"`
	DT      float64           `json:"dt"`       // step [s]
	Length  float64           `json:"duration"` // a good length of a run [s]
	Engine  model.Description `json:"engine"`
	Period  int64             `json:"period"`            // steps between boundaries; 0: it has no control
	Inputs  []string          `json:"inputs,omitempty"`  // that a host sets
	Sensors []string          `json:"sensors,omitempty"` // names, in the order of their numbers
	Groups  []string          `json:"groups,omitempty"`
	Notes   []string          `json:"notes,omitempty"` // parts left out and changes made when it was read

	Rendered *RenderReport `json:"rendered,omitempty"` // the last file of Render
}

// Info says what it is.
func (s *Sim) Info() Info {
	out := Info{Kind: "structure", Name: s.scene.Name, Masses: s.Masses(), Springs: s.Springs(), DT: s.scene.Params.DT, Length: s.scene.Duration,
		Period: s.Period(), Notes: s.scene.Report.Notes, Rendered: s.rendered}
	if s.engine != nil {
		out.Engine = s.engine.Describe()
	}
	if spec := s.scene.Control; spec != nil {
		for _, in := range spec.Inputs {
			out.Inputs = append(out.Inputs, in.Name)
		}
		for _, sensor := range spec.Sensors {
			out.Sensors = append(out.Sensors, sensor.Name)
		}
	}
	for _, g := range s.scene.Model.Groups {
		out.Groups = append(out.Groups, g.Name)
	}
	return out
}
