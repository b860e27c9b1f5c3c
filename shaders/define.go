package shaders

func OnOff(on bool) string {
	if on {
		return "1"
	}
	return "0"
}
