package ensemble

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"hooke/model"
	"hooke/physics"
)

// mostFaults is how many faults of values Settle spells out; it counts the others.
const mostFaults = 8

// Settle checks kinds and members before an engine is made, and returns the kinds in the form
// that engines take: with dt, with copies of the caller's changeable data, and with models in
// arrays. An error names the fault, or something that ensembles do not support.
func Settle(kinds []Kind, members []Member) ([]Kind, error) {
	out := slices.Clone(kinds)
	for i := range out {
		k := &out[i]
		if k.Model == nil {
			return nil, fmt.Errorf("ensemble: kind %d has no model", i)
		}
		if err := k.settle(); err != nil {
			return nil, fmt.Errorf("ensemble: kind %d (%s): %w", i, k.Model.Name, err)
		}
	}
	for i := range members {
		m := &members[i]
		if m.Kind < 0 || m.Kind >= len(out) {
			return nil, fmt.Errorf("ensemble: member %d is of kind %d; there are %d kinds", i, m.Kind, len(out))
		}
		k := out[m.Kind]
		if m.Values != nil {
			if err := k.Judge(m.Values); err != nil {
				return nil, fmt.Errorf("ensemble: member %d: %w", i, err)
			}
		}
		if m.Start != nil {
			if err := k.Model.ValidateState(m.Start); err != nil {
				return nil, fmt.Errorf("ensemble: member %d: start: %w", i, err)
			}
		}
	}
	return out, nil
}

// settle returns Settle of one kind.
func (k *Kind) settle() error {
	if err := k.Model.Validate(); err != nil {
		return err
	}
	m := *k.Model
	m.InArrays()
	k.Model, k.Params, k.Free = &m, k.Params.Clone(), slices.Clone(k.Free)
	if err := k.Params.ValidateFor(&m); err != nil {
		return err
	}
	k.Params = k.Control.Ready(k.Params)
	if err := k.refused(); err != nil {
		return err
	}
	k.laws = make([]law, len(k.Free))
	known := make(map[Field]bool, len(k.Free))
	for i, f := range k.Free {
		if err := k.freeFault(f); err != nil {
			return err
		}
		k.laws[i], _ = lawOf(f.Path)
		if known[f] {
			return fmt.Errorf("field %v is free twice", f)
		}
		known[f] = true
	}
	if has := k.frees; has("contact.normal_x", "contact.normal_y", "contact.normal_z") && has("contact.slope", "contact.heading") {
		return errors.New("a normal is free as slope and heading, and as its components; choose one of the two")
	}
	if k.Params.DT == 0 {
		k.Params.DT = physics.AutoStep(&m, k.Params)
	}
	if !k.Control.Controls() {
		k.Control = nil
		return nil
	}
	k.Control = k.Control.Clone().At(k.Params.DT)
	return k.Control.Check(&m, k.Params)
}

// freeFault returns the reason why a field cannot be free.
func (k *Kind) freeFault(f Field) error {
	l, ok := lawOf(f.Path)
	if !ok {
		return fmt.Errorf("field %q is none that members may have for themselves; these are %v", f.Path, Paths())
	}
	count := 1
	if l.list != nil {
		count = l.list(k)
	}
	if f.Index < 0 || f.Index >= count {
		what := l.what
		if what == "" {
			what = l.path
		}
		return fmt.Errorf("field %s: there is no %s %d; the kind has %d, counted from 0", f.Path, what, f.Index, count)
	}
	if why := k.lacks(l, f.Index); why != "" {
		return fmt.Errorf("field %v cannot be free: %s", f, why)
	}
	return nil
}

// lacks returns the reason why a number of the kind cannot be free; empty: it can.
func (k *Kind) lacks(l law, i int) string {
	switch {
	case l.path == "drag_half_life" && k.Params.DragKept != 0:
		return "the kind has a drag factor per step; give it a half-life"
	case l.lacks != nil:
		return l.lacks(k, i)
	}
	return ""
}

// Judge returns an error for the values of a member of a settled kind; nil: none.
func (k *Kind) Judge(values []float64) error {
	if len(values) != len(k.Free) {
		return fmt.Errorf("%d values for %d free fields", len(values), len(k.Free))
	}
	var faults []error
	for i, x := range values {
		if why := k.laws[i].fault(x); why != "" && len(faults) < mostFaults {
			faults = append(faults, fmt.Errorf("%v is %g; %s", k.Free[i], x, why))
		}
	}
	if friction, normals := k.frees(judgedTogether()[:2]...), k.frees(judgedTogether()[2:]...); faults == nil && (friction || normals) {
		_, p := k.Written(values)
		for i, c := range p.Contacts {
			if plane, ok := c.Shape.(model.Plane); ok && normals && !(math.Abs(plane.UnitNormal().Len()-1) < unitTolerance) {
				faults = append(faults, fmt.Errorf("contact %d: the normal %v has length %g; it must be 1", i, plane.Normal, plane.Normal.Len()))
			}
			if c.KineticFriction > c.StaticFriction {
				faults = append(faults, fmt.Errorf("contact %d: kinetic friction is %g; it must not be more than the static friction, %g", i, c.KineticFriction, c.StaticFriction))
			}
		}
	}
	return errors.Join(faults...)
}

// unitTolerance is how far the length of a normal may be from 1.
const unitTolerance = 1e-6

// frees reports whether one of these paths is free.
func (k *Kind) frees(paths ...string) bool {
	return slices.ContainsFunc(k.Free, func(f Field) bool { return slices.Contains(paths, f.Path) })
}

// refused returns an error for what ensembles do not support: the ledger, and a field of package model that is set and not among those
// known here, so that new fields are not ignored.
func (k *Kind) refused() error {
	name := strange(k.Params, "DT Gravity DragHalfLife DragKept Contacts Actuators Forces Collision Guides Motors Handles QuadraticDrag Wind Integrator Clamps MassFactors Spins Water Pressures Areas Orients Tracks Matchings Limits Bends Substeps Iterations Forward Warm Tolerance")
	switch unknown := strange(*k.Model, "Name RestPosition Mass Pin Radius Body Ends RestLength MaterialOf Materials Own Groups Attachments ActuatorOf Triangles Skin Segments"); {
	case k.Params.Ledger:
		name = "the energy ledger"
	case unknown != "":
		name = "the model's " + unknown
	case name != "":
		name = "the run's " + name
	default:
		return nil
	}
	return fmt.Errorf("%s: %w by ensembles, or run members one by one", name, model.ErrUnsupported)
}

// strange returns the name of the first field that is set and not known; empty: none.
func strange(of any, known string) string {
	v := reflect.ValueOf(of)
	for field, f := range v.Fields() {
		if set := !f.IsZero() && (f.Kind() != reflect.Slice || f.Len() > 0); set && !slices.Contains(strings.Fields(known), field.Name) {
			return field.Name
		}
	}
	return ""
}
