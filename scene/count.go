package scene

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseCount reads an integer with an optional factor k, M or G (thousand, million, billion,
// in either case) or power of ten: 984438, 56k, 1M, 1.5M, 2G, 1e6.
func ParseCount(text string) (int64, error) {
	wrong := func(why string) (int64, error) {
		return 0, fmt.Errorf("count %q %s; write a whole number such as 984438, 56k, 1.5M or 2G", text, why)
	}
	digits, zeros := text, 0
	if text != "" {
		if factor := strings.IndexByte("kmg", text[len(text)-1]|0x20); factor >= 0 {
			digits, zeros = text[:len(text)-1], 3*(factor+1)
		}
	}
	if mantissa, exponent, found := strings.Cut(strings.ToLower(digits), "e"); found && zeros == 0 {
		power, err := strconv.ParseUint(strings.TrimPrefix(exponent, "+"), 10, 5)
		if err != nil {
			return wrong("has no power of ten from 0 to 31")
		}
		digits, zeros = mantissa, int(power)
	}
	whole, part, point := strings.Cut(digits, ".")
	if whole == "" || (point && part == "") {
		return wrong("is not a number")
	}
	// Digits behind the point use up zeros of the factor; further ones must be 0.
	part = strings.TrimRight(part, "0")
	if len(part) > zeros && strings.Trim(part, "0123456789") == "" {
		return wrong("is not a whole number")
	}
	value := int64(0)
	for _, digit := range whole + part + strings.Repeat("0", max(0, zeros-len(part))) {
		if digit < '0' || digit > '9' {
			return wrong("is not a number")
		}
		next := int64(digit - '0')
		if value > (math.MaxInt64-next)/10 {
			return wrong("is too large")
		}
		value = value*10 + next
	}
	if value == 0 {
		return wrong("is zero")
	}
	return value, nil
}
