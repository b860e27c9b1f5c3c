package sim

import (
	"errors"

	"hooke/engine"
	"hooke/lab/ensemble"
	"hooke/run"
	"hooke/scene"
)

// About describes the package for programs: engines by name, quantities by name with their meanings, and the paths that
// Field takes.
func About() map[string]any {
	quantities := map[string]string{}
	for _, q := range Quantities() {
		quantities[q.Name] = q.Meaning
	}
	return map[string]any{"engines": engine.Names(), "quantities": quantities, "fields": ensemble.Paths()}
}

// IsWrong reports whether an error is of a wrong option, of wrong arrays, of a closed Sim or of a view that was not begun, so
// that nothing has changed.
func IsWrong(err error) bool {
	var option *scene.OptionError
	var other *run.OptionError
	return errors.As(err, &option) || errors.As(err, &other) || errors.As(err, new(arraysError)) || errors.Is(err, ErrClosed) || errors.Is(err, errNoView)
}
