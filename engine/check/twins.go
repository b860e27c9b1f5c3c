package check

import (
	"slices"
	"strconv"
	"strings"

	"hooke/cpuref"
	"hooke/model"
)

// massTwin runs a pass of masses of the reference, in place.
type massTwin func(w *massWork, m *model.Model, p model.Params)

// massWork holds the inputs and outputs of passes over masses.
type massWork struct {
	name      string
	state     *model.State
	registers []model.Vec3
	forces    []model.Vec3 // of springs
	loads     []model.Vec3 // external, nil: none
}

// twinOf returns the reference's pass of that name, nil without one.
func twinOf(name string) massTwin {
	scratch := func(m *model.Model) []model.Vec3 { return make([]model.Vec3, m.MassCount()) }
	switch name {
	case "prime":
		return func(w *massWork, m *model.Model, p model.Params) {
			cpuref.Prime(w.registers, w.state.Position, w.state.Velocity, m, p, w.forces, w.loads)
		}
	case "drift":
		return func(w *massWork, m *model.Model, p model.Params) {
			cpuref.Drift(w.state.Position, w.state.Velocity, w.registers, m, p)
		}
	case "kick":
		return func(w *massWork, m *model.Model, p model.Params) {
			cpuref.Kick(w.state.Position, w.state.Velocity, w.registers, m, p, w.forces, w.loads, scratch(m))
		}
	}
	number, isStage := strings.CutPrefix(name, "stage-")
	stage, err := strconv.Atoi(number)
	if !isStage || err != nil || stage < 1 || stage > cpuref.Stages {
		return nil
	}
	return func(w *massWork, m *model.Model, p model.Params) {
		cpuref.Stage(stage-1, w.state.Position, w.state.Velocity, w.registers, m, p, w.forces, w.loads, scratch(m))
	}
}

func (w *massWork) clone() *massWork {
	return &massWork{w.name, w.state.Clone(), slices.Clone(w.registers), w.forces, w.loads}
}
