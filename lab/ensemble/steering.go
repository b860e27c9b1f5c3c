package ensemble

import "hooke/control"

// steered begins the paths of numbers of controllers.
const steered = "controller."

// steering returns the laws of the numbers of controllers: a field controller.NAME is a number of all that controllers of the kind
// have by that name, one after the other.
func steering() (out []law) {
	for _, name := range control.NumberNames() {
		l := law{path: steered + name, what: "number of controllers named " + name, steers: true}
		l.list = func(k *Kind) int { return k.Control.Numbers(name) }
		l = l.in(-most, most).at(func(w *written, i int) *float64 { return w.control.Number(name, i) })
		switch name {
		case "settle":
			l.unit, l.low = "1/s", 0
		case "hold", "refractory":
			l.unit, l.low = "s", 0
		case "limit":
			l.low = 0
		}
		out = append(out, l)
	}
	return out
}

// Steered returns the control of a member: that of the kind with the values of its free fields in it, of its own memory. Nil values
// are those of the kind. The kind is one that Settle returned, and the values have passed Judge.
func (k Kind) Steered(values []float64) *control.Spec {
	spec := k.Control.Clone()
	if values != nil {
		k.Steer(spec, values)
	}
	return spec
}

// Steer writes the values of a member into a control that Steered has made.
func (k Kind) Steer(spec *control.Spec, values []float64) {
	for i, f := range k.Free {
		if k.laws[i].steers {
			*spec.Number(f.Path[len(steered):], f.Index) = values[i]
		}
	}
}

// SteerField writes the value of one field, a number of controllers, into a control that Steered has made.
func (k Kind) SteerField(spec *control.Spec, field int, x float64) {
	f := k.Free[field]
	*spec.Number(f.Path[len(steered):], f.Index) = x
}

// Steers reports whether a free field is a number of controllers, which acts from the next boundary on.
func (k Kind) Steers(field int) bool { return k.laws[field].steers }
