package cpu

import (
	"fmt"
	"reflect"
	"slices"

	"hooke/model"
)

// supported refuses by name what the engine does not do. It refuses a field of package
// model that this list does not have, unless the field is zero, so that new fields are
// not ignored.
func supported(m *model.Model, p model.Params) error {
	if p.Integrator.Method().Divides && !divides(p.Integrator) {
		return model.ErrBigStep("cpu", p.Integrator)
	}
	for _, noun := range []struct {
		what  string
		value any
		known []string
	}{
		{"the model's", *m, []string{"Name", "RestPosition", "Mass", "Pin", "Ends", "RestLength", "MaterialOf", "Materials", "Groups", "ActuatorOf", "Triangles", "Skin", "Own", "Radius", "Body", "Pattern", "Segments", "Attachments"}},
		{"the run's", p, []string{"DT", "Gravity", "DragHalfLife", "DragKept", "Contacts", "Actuators", "Integrator", "Handles", "Forces", "Motors", "QuadraticDrag", "Wind", "Guides", "Collision", "Ledger", "Substeps", "Iterations", "Forward", "Warm", "Tolerance", "Clamps"}},
	} {
		if err := knownFields(noun.what, noun.value, noun.known); err != nil {
			return err
		}
	}
	for i := range m.Materials {
		what := fmt.Sprintf("material %d (%s):", i, m.Materials[i].Name)
		known := []string{"Name", "Stiffness", "Damping", "AxialRigidity", "Frequency", "DampingRatio", "HalfLife", "Normalized", "TensionOnly", "Rigid", "PBDStiffness", "Rod"}
		if err := knownFields(what, m.Materials[i], known); err != nil {
			return err
		}
	}
	for i, c := range p.Contacts {
		what := fmt.Sprintf("contact %d:", i)
		known := []string{"Shape", "Inside", "Stiffness", "Damping", "StaticFriction", "KineticFriction", "Course", "PerMass", "Normalized", "Touches"}
		if err := knownFields(what, c, known); err != nil {
			return err
		}
		switch c.Shape.(type) {
		case model.Plane, model.Sphere, model.Box, model.Capsule:
		default:
			return refusal(what, fmt.Sprintf("shape %T", c.Shape))
		}
	}
	return nil
}

// needsArrays says whether a run asks for what is found in arrays of masses and springs alone:
// all but springs, contacts of masses, gravity, drag and loads of masses by their numbers.
func needsArrays(m *model.Model, p model.Params) bool {
	return endwise(p.Integrator) || m.Radius != nil || p.Ledger || p.Collision.Acts() || p.Spans() > model.TouchMasses || p.ContactsPerMass() || p.Wind.Blows() || len(p.Guides) > 0
}

// knownFields refuses a field that is set and not in the list.
func knownFields(what string, noun any, known []string) error {
	v := reflect.ValueOf(noun)
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; !slices.Contains(known, name) && !empty(v.Field(i)) {
			return refusal(what, name)
		}
	}
	return nil
}

// empty says whether a field has its zero value, or an empty list.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}

func refusal(what, name string) error {
	return fmt.Errorf("cpu: %s %s is %w of the cpu engine; use the engine gpu or cpuref", what, name, model.ErrRefused)
}
