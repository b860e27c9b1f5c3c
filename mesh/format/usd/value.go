package usd

import (
	"math"

	"hooke/mesh/scan"
)

// deepest bounds brackets and prims inside each other.
const deepest = 200

// skip passes over one value: a number, a string, a word, or brackets with all inside. Values may be
// followed by parts of the same value, such as a path behind an address.
func (l *lexer) skip() {
	depth := 0
	for l.err == nil {
		switch {
		case l.kind == endOfFile:
			l.fault("the file ends in a value")
			return
		case l.is("(") || l.is("[") || l.is("{"):
			if depth++; depth > deepest {
				l.fault("more than %d brackets inside each other", deepest)
			}
		case l.is(")") || l.is("]") || l.is("}"):
			if depth--; depth < 0 {
				l.fault("%s where a value must be", l.shown())
			}
		case depth == 0 && l.kind == mark:
			l.fault("%s where a value must be", l.shown())
		}
		address := l.kind == text
		l.next()
		if depth == 0 && !(address && (l.is("(") || l.kind == text)) {
			return
		}
	}
}

// number takes a number. inf and nan are not finite.
func (l *lexer) number() float64 {
	if l.kind != number {
		l.fault("%s where a number must be", l.shown())
		return 0
	}
	var x float64
	switch s := string(l.text); s {
	case "inf", "+inf":
		x = math.Inf(1)
	case "-inf":
		x = math.Inf(-1)
	case "nan", "-nan":
		x = math.NaN()
	default:
		var err error
		if x, err = scan.ParseFloat(l.text); err != nil {
			l.fault("%w", err)
		}
	}
	l.next()
	return x
}

// finite takes a finite number.
func (l *lexer) finite() float64 {
	at := l.at
	x := l.number()
	if l.err == nil && x-x != 0 {
		l.at = at
		l.fault("%g is not a finite number", x)
	}
	return x
}

// whole takes a whole number that is no less than zero: an index or a count.
func (l *lexer) whole() uint32 {
	if l.kind == number {
		if value, rest, ok := scan.ParseInt(l.text); ok && len(rest) == 0 && value >= 0 && value <= math.MaxInt32 {
			l.next()
			return uint32(value)
		}
	}
	l.fault("%s where an index or a count must be: a whole number from 0", l.shown())
	return 0
}

// tuple takes a number, or numbers in round brackets, into all of to.
func (l *lexer) tuple(to []float64) {
	if len(to) == 1 && l.kind == number {
		to[0] = l.finite()
		return
	}
	l.expect("(", "before numbers")
	for i := range to {
		if i > 0 {
			l.expect(",", "between numbers")
		}
		to[i] = l.finite()
	}
	l.accept(",")
	l.expect(")", "behind numbers")
}

// array calls each for every element of an array, which it takes; None is an empty array.
func (l *lexer) array(each func()) {
	if l.accept("None") {
		return
	}
	l.expect("[", "at the beginning of an array")
	for l.err == nil && !l.is("]") {
		each()
		if !l.accept(",") {
			break
		}
	}
	l.expect("]", "at the end of an array")
}

// wholes takes an array of whole numbers, width in each element.
func (l *lexer) wholes(width int) []uint32 {
	var out scan.ChunkedSlice[uint32]
	l.array(func() {
		if width == 1 {
			out.Add(l.whole())
			return
		}
		l.expect("(", "before indices")
		for i := range width {
			if i > 0 {
				l.expect(",", "between indices")
			}
			out.Add(l.whole())
		}
		l.accept(",")
		l.expect(")", "behind indices")
	})
	return out.Join()
}

// words takes an array of strings, or one.
func (l *lexer) words() (out []string) {
	one := func() {
		if l.kind != text {
			l.fault("%s where a text in quotes must be", l.shown())
			return
		}
		out = append(out, string(l.text))
		l.next()
	}
	if l.kind == text {
		one()
		return out
	}
	l.array(one)
	return out
}
