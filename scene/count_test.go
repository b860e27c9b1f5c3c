package scene

import (
	"math"
	"strings"
	"testing"
)

func TestParseCount(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "984438": 984438, "007": 7, "56k": 56_000, "56K": 56_000, "1M": 1_000_000, "1m": 1_000_000,
		"1.5M": 1_500_000, "2G": 2_000_000_000, "0.25k": 250, "1.000": 1, "1.2340k": 1234, "9223372036854775807": math.MaxInt64,
		"1e6": 1_000_000, "1E6": 1_000_000, "1e+3": 1000, "2.5e3": 2500, "7e0": 7,
	} {
		if got, err := ParseCount(text); err != nil || got != want {
			t.Errorf("%q: %d (%v), want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "not a number", "k": "not a number", "M1": "not a number", "-1": "not a number", "+1": "not a number",
		"1e-6": "power of ten", "1e": "power of ten", "1e6k": "not a number", "1e99": "power of ten", "2.55e1": "not a whole number", "e5": "not a number", "1.": "not a number", ".5k": "not a number", "1..5k": "not a number", "1 k": "not a number",
		"1kk": "not a number", "0x10": "not a number", "١": "not a number", "1.5": "not a whole number",
		"1.2345k": "not a whole number", "0": "is zero", "0.0M": "is zero", "9223372036854775808": "too large", "10000000000G": "too large",
	} {
		if got, err := ParseCount(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %d (%v), want an error with %q", text, got, err, want)
		}
	}
}
