package shaders

// OnOff is the value of a define that is a switch.
func OnOff(on bool) string {
	if on {
		return "1"
	}
	return "0"
}
