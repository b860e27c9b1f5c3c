package hud

import (
	"fmt"
	"math"
	"strings"
)

// Grouped writes a whole number with commas between thousands: 984438 as 984,438.
func Grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Rate writes a number per second with three digits and a prefix such as k, M or G. It
// writes zero, which means unknown, as a dash.
func Rate(perSecond float64) string {
	if perSecond == 0 {
		return "—"
	}
	return strings.TrimSpace(Quantity(perSecond, ""))
}

// Quantity writes a number with three digits and the SI prefix before the unit, from n to
// T.
func Quantity(value float64, unit string) string {
	prefixes := []string{"n", "µ", "m", "", "k", "M", "G", "T"}
	if value == 0 || math.IsInf(value, 0) || math.IsNaN(value) {
		return fmt.Sprintf("%g %s", value, unit)
	}
	// The number is rounded to three digits first, so that 999.9 becomes 1.00 k and not
	// 1000.
	digits := math.Pow(10, 2-math.Floor(math.Log10(math.Abs(value))))
	value = math.Round(value*digits) / digits
	thousands := int(math.Floor(math.Log10(math.Abs(value))/3 + 1e-9))
	thousands = min(max(thousands, -3), len(prefixes)-4)
	scaled := value / math.Pow(1000, float64(thousands))
	places := 2 - int(math.Floor(math.Log10(math.Abs(scaled))+1e-9))
	return fmt.Sprintf("%.*f %s%s", min(max(places, 0), 9), scaled, prefixes[thousands+3], unit)
}
