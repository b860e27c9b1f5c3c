package report

import (
	"fmt"
	"strings"

	"hooke/engine/origin"
	"hooke/model"
	"hooke/scene"
)

// Members say how an engine of ensembles steps a structure as a member.
type Members struct {
	Engine  string   `json:"engine"`
	Level   string   `json:"level"`             // fast: side by side; plain: each with an engine of its own; none
	Because []string `json:"because,omitempty"` // features that it does not step side by side
}

// membersOf asks the table of support.
func membersOf(s *scene.Scene, precision model.Precision) []Members {
	var given []model.Feature
	if s.Control.Controls() {
		given = append(given, model.ClosedLoops)
	}
	if s.Control.SensesMuscles() {
		given = append(given, model.MuscleSensors)
	}
	if !s.Control.SetsOnly("actuator", "force") {
		given = append(given, model.PlaceInputs)
	}
	if origin.At(s.Start) != (model.Vec3{}) {
		given = append(given, model.FarAway)
	}
	var out []Members
	for _, name := range model.EnsembleNames() {
		level, because := model.Members(name, s.Model, s.Params, precision, given...)
		out = append(out, Members{Engine: name, Level: level.String(), Because: because})
	}
	return out
}

// String says it for users.
func (m Members) String() string {
	how := map[string]string{model.Fast.String(): "side by side", model.Plain.String(): "each with an engine of its own", model.None.String(): "not"}[m.Level]
	if m.Because == nil {
		return m.Engine + ": " + how
	}
	return fmt.Sprintf("%s: %s (%s)", m.Engine, how, strings.Join(m.Because, ", "))
}
