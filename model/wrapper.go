package model

// Wrapper is an engine around another engine. It has the abilities of both.
type Wrapper interface {
	Engine
	// Unwrap returns the engine inside. If that engine steps in the background, Unwrap first
	// waits until it is between two steps.
	Unwrap() Engine
}

// Busy is a Wrapper around an engine that steps in the background.
type Busy interface {
	Wrapper
	// Inside returns the engine inside without waiting. Use it only to ask which abilities
	// the engine has.
	Inside() Engine
}

// Has reports whether As returns an ability of an engine. It does not wait.
func Has[Ability any](e Engine) bool {
	for e != nil {
		if _, ok := e.(Ability); ok {
			return true
		}
		switch around := e.(type) {
		case Busy:
			e = around.Inside()
		case Wrapper:
			e = around.Unwrap()
		default:
			return false
		}
	}
	return false
}

// As returns an ability of an engine: of the engine itself, or of the first engine inside it
// that has the ability. It returns false, without waiting, for a nil engine, and if all lack
// the ability. Call As at every use and do not keep the ability of a wrapped engine, since
// Wrapper.Unwrap waits.
func As[Ability any](e Engine) (Ability, bool) {
	for e != nil {
		if able, ok := e.(Ability); ok {
			return able, true
		}
		if busy, ok := e.(Busy); ok && !Has[Ability](busy.Inside()) {
			break
		}
		around, ok := e.(Wrapper)
		if !ok {
			break
		}
		e = around.Unwrap()
	}
	var none Ability
	return none, false
}
