package gpu

import (
	"fmt"
	"hooke/shaders"
)

// centering says which velocity of each mass the ledger keeps beside that of the
// state: its number is CENTERED in the shaders; see centered.glsl.
type centering int

const (
	centeredState centering = iota // none
	centeredMean                   // centered on the positions, the mean of two steps
	centeredSeen                   // that which the forces of the step have seen
	centeredPower                  // none, but the power of friction
)

// centeredDefine tells the passes of the ledger what they find.
func centeredDefine(by centering) shaders.Define {
	return shaders.Define{Name: "CENTERED", Value: fmt.Sprint(int(by))}
}
