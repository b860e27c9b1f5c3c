package sweep

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Variable is a key of a scene that has another value in every run: a number of a range, or one
// of a list. Its text is KEY=LOW:HIGH, KEY=LOW:HIGH:COUNT, either with :log or :int behind it, or
// KEY={a, b, c}.
type Variable struct {
	Key       string   // path of the key, as settings of scenes have it
	Low, High float64  // of a range, both included
	Count     int      // of the values of a grid; 0: not said
	Log       bool     // values are evenly spaced by their logarithm
	Whole     bool     // values are whole numbers
	Values    []string // of a list, as scene files have them; nil: it is a range
}

// mostTables bounds how many tables and entries a key with ranges may name.
const mostTables = 10_000

var (
	keyForm   = regexp.MustCompile(`^(?:([a-z_]+)(?:\[([^\]=]*)\])?\.)?[A-Za-z_][A-Za-z0-9_]*(?:\[\s*[0-9.*]+\s*\])?$`)
	rangeForm = regexp.MustCompile(`^(.*)\[\s*([0-9]{1,9})\s*\.\.\s*([0-9]{1,9})\s*\](\..*|)$`)
)

// ParseVariables reads the text of a variable. A key such as actuator[0..11].phase is a variable
// for each of the tables, and one such as controller[0].weights[0..13] for each entry of the list.
func ParseVariables(text string) ([]Variable, error) {
	key, values, found := strings.Cut(text, "=")
	key, values = strings.TrimSpace(key), strings.TrimSpace(values)
	if !found || values == "" {
		return nil, fmt.Errorf("%q is no variable; write KEY=LOW:HIGH, KEY=LOW:HIGH:COUNT, either with :log or :int behind, or KEY={a,b,c}", shortened(text))
	}
	if !keyForm.MatchString(key) {
		return nil, fmt.Errorf("%q is no key of a scene; write one such as actuator[*].frequency, material[leg].stiffness, run.dt or let.speed", shortened(key))
	}
	if table, _, listed := strings.Cut(key, "["); listed && !strings.Contains(table, ".") && !strings.Contains(key, "].") {
		return nil, fmt.Errorf("%s names a table and no key; write TABLE[NUMBER].KEY, such as %s.stiffness", shortened(key), shortened(key))
	}
	v := Variable{Key: key}
	err := v.readRange(values)
	if strings.HasPrefix(values, "{") {
		v.Values, err = readList(values)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shortened(key), err)
	}
	return v.each()
}

// each returns the variable for each of the tables and entries that its key names.
func (v Variable) each() ([]Variable, error) {
	part := rangeForm.FindStringSubmatch(v.Key)
	if part == nil {
		return []Variable{v}, nil
	}
	first, _ := strconv.Atoi(part[2]) // the form has digits alone
	last, _ := strconv.Atoi(part[3])
	var out []Variable
	for i := first; i <= last && len(out) <= mostTables; i++ {
		one := v
		one.Key = fmt.Sprintf("%s[%d]%s", part[1], i, part[4])
		some, err := one.each()
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	if last < first || len(out) > mostTables {
		return nil, fmt.Errorf("%s: %d..%d names no tables, or more than %d", shortened(v.Key), first, last, mostTables)
	}
	return out, nil
}

// readRange reads LOW:HIGH and the text after it.
func (v *Variable) readRange(text string) (err error) {
	words := strings.Split(text, ":")
	if len(words) < 2 {
		return fmt.Errorf("%q is no range; write LOW:HIGH or LOW:HIGH:COUNT, or a list {a,b,c}", shortened(text))
	}
	if v.Low, err = number(words[0]); err == nil {
		v.High, err = number(words[1])
	}
	if err != nil {
		return err
	}
	for _, word := range words[2:] {
		switch word = strings.TrimSpace(word); {
		case word == "log" && !v.Log:
			v.Log = true
		case word == "int" && !v.Whole:
			v.Whole = true
		default:
			if v.Count != 0 {
				return fmt.Errorf("%q behind the range; there is one COUNT, and log or int", shortened(word))
			}
			if v.Count, err = strconv.Atoi(word); err != nil || v.Count < 1 || v.Count > mostRuns {
				return fmt.Errorf("%q behind the range; write COUNT, 1 to %d, log or int", shortened(word), mostRuns)
			}
		}
	}
	return v.rangeFault()
}

// rangeFault returns an error for a fault of a range.
func (v *Variable) rangeFault() error {
	switch {
	case v.Low > v.High:
		return fmt.Errorf("the range %g:%g ends before it begins; write %g:%g", v.Low, v.High, v.High, v.Low)
	case v.Log && !(v.Low > 0):
		return fmt.Errorf("the range %g:%g has logarithms only above 0", v.Low, v.High)
	case v.Whole && (v.Low != math.Trunc(v.Low) || v.High != math.Trunc(v.High) || max(-v.Low, v.High) > 1<<53):
		return fmt.Errorf("the range %g:%g does not begin and end with whole numbers", v.Low, v.High)
	case math.IsInf(v.High-v.Low, 0):
		return fmt.Errorf("the range %g:%g is too long", v.Low, v.High)
	}
	return nil
}

func number(text string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q is no finite number", shortened(text))
	}
	return x, nil
}

// readList reads {a, b, c}. Commas in brackets and in quotes belong to a value.
func readList(text string) (out []string, err error) {
	if !strings.HasSuffix(text, "}") || len(text) < 2 {
		return nil, fmt.Errorf("%q is no list; write {a,b,c}", shortened(text))
	}
	depth, quote, begin := 0, byte(0), 1
	last := len(text) - 1
	for i := 1; i <= last; i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth == 0 && (c == ',' || i == last):
			value := strings.TrimSpace(text[begin:i])
			if value == "" || strings.ContainsAny(value, "\n\r") {
				return nil, fmt.Errorf("%q has an empty value; write {a,b,c}", shortened(text))
			}
			out = append(out, value)
			begin = i + 1
		}
	}
	if begin != last+1 {
		return nil, fmt.Errorf("%q has quotes or brackets without an end", shortened(text))
	}
	return out, nil
}

// String returns the text of the variable, as ParseVariables reads it.
func (v Variable) String() string {
	if v.Values != nil {
		return v.Key + "={" + strings.Join(v.Values, ", ") + "}"
	}
	out := v.Key + "=" + written(v.Low) + ":" + written(v.High)
	if v.Count > 0 {
		out += ":" + strconv.Itoa(v.Count)
	}
	if v.Log {
		out += ":log"
	}
	if v.Whole {
		out += ":int"
	}
	return out
}

// written returns a number in the fewest digits that give it back.
func written(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Levels returns the number of values of a grid or list; 0 where a range says none.
func (v *Variable) Levels() int64 {
	switch {
	case v.Values != nil:
		return int64(len(v.Values))
	case v.Count > 0 && v.Whole:
		return min(int64(v.Count), int64(v.High-v.Low)+1)
	case v.Count > 0:
		return int64(v.Count)
	case v.Whole:
		return int64(v.High-v.Low) + 1
	}
	return 0
}

// Level is value i of a grid or list.
func (v *Variable) Level(i int64) string {
	if v.Values != nil {
		return v.Values[i]
	}
	last := v.Levels() - 1
	switch {
	case i == 0:
		return written(v.Low)
	case i == last:
		return written(v.High)
	}
	return v.at(float64(i) / float64(last))
}

// At returns the value at a share of the way, in [0, 1).
func (v *Variable) At(share float64) string {
	switch {
	case v.Values != nil:
		return v.Values[min(int(share*float64(len(v.Values))), len(v.Values)-1)]
	case v.Whole && !v.Log:
		return written(min(v.High, v.Low+math.Floor(share*(v.High-v.Low+1))))
	}
	return v.at(share)
}

// Share returns the share of the way at which a number is, so that At gives it back as nearly as it
// can; of a number beyond the range the nearer end. Of a list it is 0.5.
func (v *Variable) Share(x float64) float64 {
	x = min(max(x, v.Low), v.High)
	switch {
	case v.Values != nil || v.Low == v.High || math.IsNaN(x):
		return 0.5
	case v.Whole && !v.Log:
		return (math.Floor(x-v.Low) + 0.5) / (v.High - v.Low + 1)
	case v.Log:
		return min(max((math.Log(x)-math.Log(v.Low))/(math.Log(v.High)-math.Log(v.Low)), 0), 1)
	}
	return (x - v.Low) / (v.High - v.Low)
}

// at returns the number at a share of the way from Low to High.
func (v *Variable) at(share float64) string {
	x := v.Low + float64(share*(v.High-v.Low)) // rounded twice on every processor
	if v.Log {
		x = math.Exp(math.Log(v.Low) + share*(math.Log(v.High)-math.Log(v.Low)))
	}
	if v.Whole {
		x = math.Round(x)
	}
	if x = min(max(x, v.Low), v.High); v.Log {
		return strconv.FormatFloat(x, 'g', 12, 64) // logarithms may differ in the last bit between processors
	}
	return written(x)
}

// shortened returns a text for a message, cut where it is long.
func shortened(text string) string {
	const most = 80
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
