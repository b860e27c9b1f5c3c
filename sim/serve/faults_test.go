package serve_test

import (
	"fmt"
	"strings"
	"testing"

	"hooke/must"
)

// A request that is wrong is answered with a code and the reason, and the next one works.
func TestFaultsAreAnswered(t *testing.T) {
	p := begun(t)
	p.refused(`{"do": "step"}`, 2, `no structure is open`)
	p.ask(`{"do": "open", "name": "cube", "options": {"engine": "cpu"}}`)
	for _, c := range []struct {
		line string
		code int
		want string
		data []byte
	}{
		{`nonsense`, 2, "one JSON object", nil},
		{`[1]`, 2, "one JSON object", nil},
		{`{"id": 1`, 2, "no JSON", nil},
		{`{"do": "step", "do": "step"}`, 2, `"do" is there twice`, nil},
		{`{"do": "step"} {}`, 2, "something follows", nil},
		{`{"id": 1}`, 2, `"do" is missing`, nil},
		{`{"id": {}, "do": "step"}`, 2, "id: give a number or a text", nil},
		{`{"id": "` + strings.Repeat("x", 200) + `", "do": "step"}`, 2, "id: give", nil},
		{`{"do": 5}`, 2, "do: give the name", nil},
		{`{"do": "stp"}`, 2, `did you mean "step"?`, nil},
		{`{"do": "step", "m": 5}`, 2, `"m" is unknown; step takes id, do, sim, n`, nil},
		{`{"do": "step", "n": -1}`, 2, "n is -1", nil},
		{`{"do": "step", "n": 1.5}`, 2, "n is 1.5; give a whole number", nil},
		{`{"do": "step", "sim": 9}`, 2, "sim 9 is not open; open are 1", nil},
		{`{"do": "step", "sim": "one"}`, 2, `sim is "one"; give the number`, nil},
		{`{"do": "step", "bytes": 5}`, 2, "step takes no bytes; 5 follow", []byte("{\n\n}\n")},
		{`{"do": "frob", "bytes": 5}`, 2, "unknown", []byte("{\n\n}\n")},
		{`{"do": "act", "values": [1]}`, 2, "no control", nil},
		{`{"do": "act", "bytes": 8}`, 2, "act takes at most 0 here", make([]byte, 8)},
		{`{"do": "sense"}`, 1, "no control", nil},
		{`{"do": "read"}`, 2, `"what" is missing`, nil},
		{`{"do": "read", "what": 5}`, 2, "what is 5; give the name", nil},
		{`{"do": "read", "what": "position"}`, 2, `did you mean "positions"?`, nil},
		{`{"do": "read", "what": ["` + strings.Repeat(`step", "`, 100) + `step"]}`, 2, "what names 101", nil},
		{`{"do": "set", "field": "gravity.z"}`, 2, `"values" are missing`, nil},
		{`{"do": "set", "field": "gravity.z", "values": [null]}`, 2, "value 0 is null", nil},
		{`{"do": "set", "field": "gravity.z", "values": "x"}`, 2, `values is "x"; give a list`, nil},
		{`{"do": "set", "field": "gravity.z", "values": 1, "bytes": 8}`, 2, "give one of them", make([]byte, 8)},
		{`{"do": "set", "field": "gravity.z", "bytes": 7}`, 2, "7 bytes are no float64 numbers", make([]byte, 7)},
		{`{"do": "set", "field": "gravity.w", "values": 1}`, 2, "gravity.z", nil},
		{`{"do": "set", "values": 1}`, 2, `"field" is missing`, nil},
		{`{"do": "place", "bytes": 8}`, 2, `place takes [positions velocities], not "values"`, make([]byte, 8)},
		{`{"do": "place", "blocks": [{"name": "positions", "type": "float64", "shape": [1]}], "bytes": 8}`, 2, "give three for each", make([]byte, 8)},
		{`{"do": "place", "blocks": [{"name": "positions", "type": "int64", "shape": [1]}], "bytes": 8}`, 2, "type is int64; give float64", make([]byte, 8)},
		{`{"do": "place", "blocks": [{"name": "positions", "type": "float64", "shape": [99]}], "bytes": 792}`, 2, "place takes at most 384 here", make([]byte, 792)},
		{`{"do": "place", "blocks": [{"name": "positions", "type": "float64", "shape": [1]}], "bytes": 16}`, 2, `blocks have 8 bytes, and "bytes" says 16`, make([]byte, 16)},
		{`{"do": "place", "blocks": [{"name": "positions", "type": "float64", "shape": [1], "bytes": 9}], "bytes": 9}`, 2, "9 bytes, but float64 of shape [1] has 8", make([]byte, 9)},
		{`{"do": "place", "blocks": [{"name": "positions", "type": "f8", "shape": [1]}], "bytes": 1}`, 2, `type is "f8"; known are`, make([]byte, 1)},
		{`{"do": "place", "blocks": [{"name": "positions", "type": "float64", "shape": [4611686018427387904]}], "bytes": 1}`, 2, "shape is", make([]byte, 1)},
		{`{"do": "place", "blocks": [{"name": "positions", "type": "float64", "shape": [1,1,1,1,1]}], "bytes": 1}`, 2, "5 axes", make([]byte, 1)},
		{`{"do": "place", "blocks": [{"name": "a", "type": "uint8", "shape": [1]}, {"name": "a", "type": "uint8", "shape": [1]}], "bytes": 2}`, 2, "twice", make([]byte, 2)},
		{`{"do": "place", "blocks": [{"frob": 1}], "bytes": 1}`, 2, "give name, type and shape", make([]byte, 1)},
		{`{"do": "place", "blocks": 5, "bytes": 1}`, 2, "give a list such as", make([]byte, 1)},
		{`{"do": "place"}`, 2, "give three for each", nil},
		{`{"do": "open"}`, 2, `"name" is missing`, nil},
		{`{"do": "open", "name": "cube", "options": {"engin": "cpu"}}`, 2, `did you mean "engine"?`, nil},
		{`{"do": "open", "name": "cube", "options": {"engine": "cpu", "springs": "5k"}}`, 2, "springs", nil},
		{`{"do": "open", "name": "cube", "options": {"engine": "cpu", "host": true}}`, 1, "no inputs that a host can set", nil},
		{`{"do": "open", "name": "missing.obj"}`, 1, "missing.obj", nil},
		{`{"do": "arrays"}`, 2, "there are no arrays", nil},
		{`{"do": "arrays", "bytes": 8}`, 2, "", make([]byte, 8)},
		{`{"do": "save", "path": "a.txt"}`, 1, "a.txt: a state ends in", nil},
		{`{"do": "save"}`, 2, `"path" is missing`, nil},
		{`{"do": "restore", "path": "missing.npz"}`, 1, "missing.npz", nil},
	} {
		p.refused(c.line, c.code, c.want, c.data)
		p.ask(`{"do": "step", "n": 0}`)
	}
	p.send("  ")
	p.ask(`{"id": null, "do": "step"}`)
}

// A divergence is a failure of the step.
func TestDivergenceIsAnswered(t *testing.T) {
	p := begun(t)
	p.ask(`{"do": "open", "name": "cube", "options": {"engine": "cpu", "set": {"run.dt": 0.02}}}`)
	p.refused(`{"do": "step", "n": 10000}`, 1, "diverged")
	must.Hold(t, len(p.notes) > 0 && strings.Contains(p.notes[0], "warning"), "notes: %q", p.notes)
}

// After a fault that hides where the next request begins, the session ends with a sentence, which the other side gets too.
func TestLostFramingEnds(t *testing.T) {
	long := `{"do": "` + strings.Repeat("x", 2<<20)
	for _, c := range []struct{ text, want string }{
		{`{"do": "step", "bytes": 5` + "\n", "a line that speaks of bytes cannot be read"},
		{`{"do": "step", "bytes": 5, "bytes": 6}` + "\n", `"bytes" is there twice`},
		{`{"do": "step", "bytes": -5}` + "\n", "bytes is -5; give a whole number"},
		{`{"do": "step", "bytes": null}` + "\n", "bytes is null"},
		{`{"do": "step", "bytes": 1e300}` + "\n", "bytes is 1e300"},
		{`{"do": "place", "blocks": []}` + "\n", `the line has blocks without "bytes"`},
		{`{"do": "frob", "bytes": 5}` + "\n1234", "the input ended 1 bytes before the end of a block"},
		{`{"do": "arrays", "bytes": 8000000000000000000}` + "\n1234", "the input ended 7999999999999999996 bytes before"},
		{long, "a line has more than 1048576 bytes"},
	} {
		p := begun(t)
		go func() {
			fmt.Fprint(p.in, c.text)
			p.in.Close()
		}()
		answer, _ := p.answer()
		must.Hold(t, strings.Contains(fmt.Sprint(answer["error"]), c.want), "%.60s: answered with %v, want %q", c.text, answer, c.want)
		must.Say(t, fmt.Sprintf("%.60s", c.text), <-p.done, c.want, "the session ends")
		if rest, _, err := next(p.out); err == nil {
			t.Errorf("%.60s: %v follows", c.text, rest)
		}
	}
}
