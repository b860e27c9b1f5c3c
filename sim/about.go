package sim

import (
	"errors"
	"fmt"

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

// wrongError is the error of wrong arguments.
type wrongError struct{ error }

func (e wrongError) Unwrap() error { return e.error }

// Wrong returns an error of wrong arguments, which have changed nothing; of nil nil.
func Wrong(err error) error {
	if err == nil {
		return nil
	}
	return wrongError{err}
}

// Wrongf is Wrong of fmt.Errorf.
func Wrongf(format string, args ...any) error { return Wrong(fmt.Errorf(format, args...)) }

// IsWrong reports whether an error is of wrong arguments, of a wrong option, of a closed Sim or of a view that was not begun, so
// that nothing has changed.
func IsWrong(err error) bool {
	var option *scene.OptionError
	var other *run.OptionError
	return errors.As(err, &option) || errors.As(err, &other) || errors.As(err, new(wrongError)) || errors.Is(err, ErrClosed) || errors.Is(err, errNoView)
}
