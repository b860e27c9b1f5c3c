package toml

import (
	"hooke/control"
	"hooke/model"
)

// WriteControl returns the tables of a control.
func WriteControl(s *control.Spec, m *model.Model) (string, error) {
	w := &writer{}
	err := w.control(s, m)
	return w.out.String(), err
}
