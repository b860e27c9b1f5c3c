package scene

import (
	"fmt"
	"strconv"
	"strings"
)

// GroupFactor is a factor for the stiffness of a group's springs.
type GroupFactor struct {
	Group  string  // name of the group in the model
	Factor float64 // from 0 to 1e9, both excluded
}

// ParseStiffen reads the value of Options.Stiffen, GROUP=FACTOR,GROUP=FACTOR. An empty text
// has no factors.
func ParseStiffen(text string) (list []GroupFactor, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		at := strings.LastIndexByte(part, '=')
		if at <= 0 {
			return nil, fmt.Errorf("%q; write GROUP=FACTOR, several with commas between", part)
		}
		factor, err := strconv.ParseFloat(strings.TrimSpace(part[at+1:]), 64)
		if err != nil || !(factor > 0 && factor < 1e9) {
			return nil, fmt.Errorf("%q is no factor; write a positive number", part[at+1:])
		}
		list = append(list, GroupFactor{strings.TrimSpace(part[:at]), factor})
	}
	return list, nil
}
