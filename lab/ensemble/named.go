package ensemble

import (
	"fmt"
	"slices"
	"strings"

	"hooke/control"
)

// FieldsOf returns the fields of a kind that a text names: a path of Paths with the item behind its list. An
// item is a number from 0, the name of a material, group, actuator or force, FIRST..LAST, or * for all.
// gravity.z and drag_half_life take no item.
//
//	actuator[3].phase   actuator[*].frequency   material[leg].stiffness   mass_scale[body]   contact[0..2].offset
func FieldsOf(k *Kind, text string) ([]Field, error) {
	head, rest, indexed := strings.Cut(text, "[")
	item, tail, closed := strings.Cut(rest, "]")
	path := head + tail
	l, ok := lawOf(path)
	switch {
	case indexed && !closed:
		return nil, fmt.Errorf("%q: the bracket is not closed", text)
	case !ok:
		return nil, fmt.Errorf("%q is no field that may be set; there are %s", text, strings.Join(Paths(), ", "))
	case l.list == nil && indexed:
		return nil, fmt.Errorf("%q: %s is one number; leave [%s] out", text, path, item)
	case l.list == nil:
		return []Field{{Path: path}}, nil
	case !indexed:
		item = "*"
	}
	names := l.names(k)
	items := control.ItemsOf(item, names)
	if items == nil {
		return nil, fmt.Errorf("%q: there is no %s %q; there are %d, counted from 0", text, l.what, item, len(names))
	}
	if item == "*" && l.what == "material" {
		items = slices.DeleteFunc(items, func(i int) bool { return l.lacks != nil && l.lacks(k, i) != "" })
	}
	var fields []Field
	for _, i := range items {
		f := Field{path, i}
		if err := k.freeFault(f); err != nil {
			return nil, err
		}
		fields = append(fields, f)
	}
	return fields, nil
}

// names returns the names of the items of a law's list, empty for those without one.
func (l law) names(k *Kind) []string {
	names := make([]string, l.list(k))
	for i := range names {
		switch l.what {
		case "actuator":
			names[i] = k.Params.Actuators[i].Name
		case "force":
			names[i] = k.Params.Forces[i].Name
		case "material":
			names[i] = k.Model.Materials[i].Name
		case "group":
			names[i] = k.Model.Groups[i].Name
		}
	}
	return names
}
