//go:build !amd64

package impulses

// visitorOf is the visit to groups by rows in a kernel of that name; nil: plain Go has it.
func visitorOf(string) func(s *springs[float32], m *motion[float32], first, last int, fresh bool) {
	return nil
}
