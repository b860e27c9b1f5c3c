package parse

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"hooke/must"
)

// A text is a plain number where an expression says so, whatever it is made of.
func TestPlainNumber(t *testing.T) {
	form := regexp.MustCompile(`^[+-]?(0|[1-9][0-9]{0,16})(\.[0-9]+)?(e[+-]?[0-9]{1,2})?$`)
	texts := []string{"", "0", "-0", "+1", "01", "1.", ".5", "1e5", "1e", "1e+", "1e-12", "1e123", "12345678901234567", "123456789012345678", "1.5e+3", "--1", "1_000", "0.000", "00", "1.5.2", "1e5.2"}
	stream := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := ""
		for range 1 + stream.IntN(6) {
			text += string("0019.e+-x"[stream.IntN(9)])
		}
		texts = append(texts, text)
	}
	plain := 0
	for _, text := range texts {
		want := form.MatchString(text)
		must.Be(t, plainNumber(text), want, "%q", text)
		if want {
			plain++
		}
	}
	must.Hold(t, plain >= 500, "%d of %d texts are numbers", plain, len(texts))
}
