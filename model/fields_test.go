package model

import (
	"reflect"
	"slices"
	"testing"
)

// Each field of a material, of a contact and of parameters is one that every engine reads, or one that a feature of the
// table of support is about: so no engine passes over a new field in silence.
func TestTableOfSupportKnowsFields(t *testing.T) {
	for _, c := range []struct {
		noun  any      // a pointer
		plain []string // fields that every engine reads, or that only say more of a feature that another field shows
		run   func(noun any) (*Model, Params)
	}{
		{&Material{}, []string{"Name", "Stiffness", "Damping", "AxialRigidity", "Frequency", "DampingRatio", "HalfLife", "PBDStiffness"},
			func(noun any) (*Model, Params) { return &Model{Materials: []Material{{}, *noun.(*Material)}}, Params{} }},
		{&Contact{}, []string{"Inside", "Stiffness", "Damping", "KineticFriction", "Normalized", "Touches"},
			func(noun any) (*Model, Params) {
				of := *noun.(*Contact)
				if of.Shape == nil {
					of.Shape = Plane{}
				}
				return &Model{}, Params{Contacts: []Contact{of}}
			}},
		{&Params{}, []string{"DT", "Gravity", "Integrator", "Substeps", "Iterations", "Forward", "Warm", "Tolerance", "Clamps"},
			func(noun any) (*Model, Params) { return &Model{}, *noun.(*Params) }},
	} {
		v := reflect.ValueOf(c.noun).Elem()
		bare := featuresOf(c.run(c.noun))
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			v.SetZero()
			fill(v.Field(i))
			if shown := featuresOf(c.run(c.noun)); len(shown) == len(bare) && !slices.Contains(c.plain, name) {
				t.Errorf("%s.%s belongs to no feature of the table of support; give it a row there", v.Type().Name(), name)
			} else if len(shown) > len(bare) && slices.Contains(c.plain, name) {
				t.Errorf("%s.%s is of the features %v; take it from the list of this test", v.Type().Name(), name, shown)
			}
		}
	}
}

// featuresOf are the features that a run shows.
func featuresOf(m *Model, p Params) []Feature {
	return slices.DeleteFunc(Features(), func(f Feature) bool { return !f.In(m, p) })
}

// fill sets a value, and all that is in it, to something else than zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		v.SetUint(1)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("some")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Interface:
		v.Set(reflect.ValueOf(Sphere{Radius: 1}))
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				fill(f)
			}
		}
	}
}
