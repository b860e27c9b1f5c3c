package ensemble

import "slices"

// With returns the run with other values of fields, as Divide makes it of such a run; false where that would
// divide it differently, since a field is not free, or not with that value.
func (d Divided) With(fields []Field, values []float64) (Divided, bool) {
	d.Values = slices.Clone(d.Values)
	for i, f := range fields {
		at := slices.Index(d.Kind.Free, f)
		l, known := lawOf(f.Path)
		if at < 0 || !known || l.fault(values[i]) != "" {
			return d, false
		}
		d.Values[at] = values[i]
	}
	return d, true
}
