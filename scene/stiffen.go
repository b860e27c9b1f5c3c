package scene

import (
	"fmt"
	"strconv"
	"strings"
)

// groupFactor is a factor on the stiffness of a group's springs.
type groupFactor struct {
	group  string
	factor float64
}

// parseStiffen reads GROUP=FACTOR,GROUP=FACTOR.
func parseStiffen(text string) (list []groupFactor, err error) {
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
		list = append(list, groupFactor{strings.TrimSpace(part[:at]), factor})
	}
	return list, nil
}
