package report

import (
	"fmt"

	"hooke/bench"
	"hooke/physics"
	"hooke/scene"
)

// Holding gives the speeds that a contact of finite thickness stops by its stiffness alone.
type Holding struct {
	Contact int      `json:"contact"`    // its number, from 0
	Speed   *float64 `json:"v_max"`      // least of all masses [m/s]; null where no mass can move
	Mass    int      `json:"mass"`       // the first mass with that
	Edge    *float64 `json:"edge_v_max"` // least of all edges [m/s]; null where the contact touches none
}

// holdingsOf describes the contacts of a scene that have a finite thickness.
func holdingsOf(s *scene.Scene) (out []Holding) {
	for _, h := range physics.Holdings(s.Model, s.Params) {
		out = append(out, Holding{h.Contact, bench.Finite(h.Speed), h.Mass, bench.Finite(h.Edge)})
	}
	return out
}

// write writes a line of text.
func (h Holding) write(line printLine) {
	if h.Speed == nil {
		return
	}
	text := fmt.Sprintf("v_max = %.3g m/s, up to which its stiffness alone holds mass %d; faster masses are caught", *h.Speed, h.Mass)
	if h.Edge != nil {
		text += fmt.Sprintf("; edges pass from %.3g m/s on", *h.Edge)
	}
	line(fmt.Sprintf("contact %d", h.Contact), "%s", text)
}
