package parse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// number returns the value as a number, whole or not; false when it is none.
func (v *Value) number() (float64, bool) {
	text := strings.ReplaceAll(v.Text, "_", "")
	switch v.kind {
	case unstable.Float:
		x, err := strconv.ParseFloat(text, 64)
		return x, err == nil
	case unstable.Integer:
		x, err := strconv.ParseInt(strings.TrimPrefix(text, "+"), 0, 64)
		return float64(x), err == nil
	}
	return 0, false
}

// zero reports whether the value is the number 0, or a list of nothing else.
func (v *Value) zero() bool {
	if v.kind == unstable.Array {
		for i := range v.Items {
			if !v.Items[i].zero() {
				return false
			}
		}
		return true
	}
	x, ok := v.number()
	return ok && x == 0
}

// describe returns a phrase for a value, for messages.
func (v *Value) describe() string {
	switch v.kind {
	case unstable.String:
		if len(v.Text) > 40 {
			return "a long text"
		}
		return strconv.Quote(v.Text)
	case unstable.Array:
		return fmt.Sprintf("a list of %d", len(v.Items))
	case unstable.InlineTable:
		return "a table"
	case unstable.Bool, unstable.Integer, unstable.Float:
		return v.Text
	}
	return "a date or time"
}

// plainNumber reports whether a text is a number that TOML writes so, too, and that go-toml takes: [+-]?(0|[1-9][0-9]{0,16})(\.[0-9]+)?(e[+-]?[0-9]{1,2})?
func plainNumber(text string) bool {
	sign := func() {
		if text != "" && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
	}
	digits := func() (count int) {
		for count < len(text) && text[count] >= '0' && text[count] <= '9' {
			count++
		}
		return count
	}
	sign()
	whole := digits()
	if whole == 0 || whole > 17 || text[0] == '0' && whole > 1 {
		return false
	}
	if text = text[whole:]; text != "" && text[0] == '.' {
		text = text[1:]
		part := digits()
		if text = text[part:]; part == 0 {
			return false
		}
	}
	if text != "" && text[0] == 'e' {
		text = text[1:]
		sign()
		part := digits()
		if text = text[part:]; part == 0 || part > 2 {
			return false
		}
	}
	return text == ""
}
