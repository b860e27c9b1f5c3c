package open

import (
	"strings"
	"testing"

	"hooke/physics"
	"hooke/scene"
)

// stepShortened is how much shorter a ground may make the step.
const stepShortened = 2

// lightBeside are a heavy stiff body and, beside it, one whose masses are lighter by a
// factor and whose springs are softer by the same: alone either may take steps of
// the same length.
func lightBeside(t *testing.T, lighter string, contact string) *scene.Scene {
	t.Helper()
	return openText(t, `
[[mesh]]
make = "lattice"
masses = 4
spacing = 0.1
mass = 1
stiffness = 1e5
move = [0, 0, 0.2]
[[mesh]]
make = "lattice"
masses = 4
spacing = 0.1
mass = 1e-`+lighter+`
stiffness = 1e`+map[string]string{"4": "1", "0": "5"}[lighter]+`
move = [2, 0, 0.2]
[[contact]]
shape = "plane"
`+contact)
}

// The ground that is chosen for two very different bodies rules the step: that is
// said, with both steps, and only then.
func TestChosenGroundThatShortensTheStepIsReported(t *testing.T) {
	const word = "shortens the safe step"
	s := lightBeside(t, "4", "")
	bare := s.Params
	bare.Contacts = nil
	if got, free := physics.SafeStep(s.Model, s.Params), physics.SafeStep(s.Model, bare); got > free/stepShortened {
		t.Fatalf("the safe step is %g s, %g s without the ground: no case", got, free)
	}
	if notes := strings.Join(s.Report.Notes, "\n"); !strings.Contains(notes, word) {
		t.Errorf("notes %q, want %q", notes, word)
	}
	for name, s := range map[string]*scene.Scene{"alike": lightBeside(t, "0", ""), "given": lightBeside(t, "4", "stiffness = 1e6\ndamping = 1\n")} {
		if notes := strings.Join(s.Report.Notes, "\n"); strings.Contains(notes, word) {
			t.Errorf("%s: notes %q", name, notes)
		}
	}
}
