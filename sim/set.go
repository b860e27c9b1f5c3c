package sim

import (
	"fmt"
	"strings"

	"hooke/lab/ensemble"
	"hooke/model"
)

// Field sets numbers that a run may change while it steps, by a path of package ensemble as ensemble.FieldsOf
// reads it, such as gravity.z, actuator[*].frequency or contact[0].static_friction. values are one for all
// that the path names, or one for each. After an error nothing has changed. Parts of the structure, such as
// the stiffness of a material, are refused: open it with another value in the option set.
func (s *Sim) Field(path string, values []float64) error {
	if s.engine == nil {
		return ErrClosed
	}
	kind := ensemble.Kind{Model: s.scene.Model, Params: s.params}
	fields, err := ensemble.FieldsOf(&kind, path)
	if err != nil {
		return err
	}
	if len(values) != 1 && len(values) != len(fields) {
		return fmt.Errorf("%s names %d numbers; there are %d values", path, len(fields), len(values))
	}
	switch of := fields[0].Path; {
	case strings.HasPrefix(of, "material."), of == "mass_scale":
		return fmt.Errorf("%s belongs to the structure, which stays as it is while it is stepped; open it with another value in the option set", path)
	case of == "force.factor":
		return fmt.Errorf("%s is relative to what forces are; give force[i].x, .y and .z", path)
	}
	setter, ok := model.As[model.ParamsSetter](s.engine)
	if !ok {
		return fmt.Errorf("the engine %s cannot change its parameters", s.engine.Describe().Engine)
	}
	kind.Free = fields
	settled, err := ensemble.Settle([]ensemble.Kind{kind}, nil)
	if err != nil {
		return err
	}
	all := make([]float64, len(fields))
	for i := range all {
		all[i] = values[i%len(values)]
	}
	if err := settled[0].Judge(all); err != nil {
		return err
	}
	_, p := settled[0].Written(all)
	if err := setter.SetParams(p); err != nil {
		return err
	}
	s.params, s.isSeen, s.springs = p, false, nil
	return nil
}

// Place puts all masses at positions [m], in the world, and gives them velocities [m/s], three numbers a
// mass; nil velocities: at rest. Step and time continue from their values; segments of rods stand as at rest.
func (s *Sim) Place(positions, velocities []float64) error {
	if s.engine == nil {
		return ErrClosed
	}
	if err := s.look(); err != nil {
		return err
	}
	for name, v := range map[string][]float64{"positions": positions, "velocities": velocities} {
		if (v != nil || name == "positions") && len(v) != 3*s.Masses() {
			return fmt.Errorf("%d numbers for the %s of %d masses; give three for each", len(v), name, s.Masses())
		}
	}
	state := s.scene.Model.Start()
	state.Step, state.Time = s.seen.Step, s.seen.Time
	for i := range state.Position {
		state.Position[i] = model.Vec3(positions[3*i : 3*i+3])
		if state.Velocity[i] = (model.Vec3{}); velocities != nil {
			state.Velocity[i] = model.Vec3(velocities[3*i : 3*i+3])
		}
	}
	return s.reset(state)
}

// Reset puts the scene back to where it started, at step 0.
func (s *Sim) Reset() error {
	if s.engine == nil {
		return ErrClosed
	}
	return s.reset(s.scene.Start)
}

func (s *Sim) reset(state *model.State) error {
	if err := s.scene.Model.ValidateState(state); err != nil {
		return err
	}
	if err := s.engine.Reset(state); err != nil {
		return err
	}
	s.taken, s.isSeen = state.Step, false
	return nil
}
