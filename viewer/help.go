//go:build !headless

package viewer

// hintLine is what the first picture says; keyLine is at the lower edge; helpLines is
// the panel.
const (
	hintLine = "drag the structure to pull it, drag beside it to turn · space pauses · c colors · tab controls · ? all keys"
	keyLine  = "space pause · s step · r reset · drag pulls or turns · c color · tab controls · e energy · f fit · ? help · q quit"
)

func helpLines() []string {
	return []string{
		"space  pause, go on          s  →   one step",
		"r      reset everything      b      back to the last good state",
		"tab    controls              ↑ ↓    choose one;  + −  change it",
		"e      energy, full ledger   ?  h   this help",
		"",
		"drag the structure  pull it  arrows push what was clicked last",
		"p      pin, let go           k      poke",
		"x      cut: drag a stroke    w      wind to the right",
		"d      paint a material      [ ]    a narrower, wider brush",
		"n      pick what is in the middle of the view",
		"",
		"drag beside it, or ctrl      turn",
		"right or shift drag          move",
		"wheel                        zoom to the cursor",
		"f  fit    o  follow all, the group, none",
		"1 2 3 4   from the front, right, above, aslant",
		"",
		"c  color by strain, force, energy, speed, ...",
		"v  surface, springs, both    m  masses",
		"g  ground    i  inside    l  light, dark    a  arrows of forces",
		"t  turntable    F9  record (shift: without text)",
		"F12  write a picture (shift: four times as large)",
		"drop files on the window     open them here",
		"q  escape    quit",
	}
}
