package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/must"
	"hooke/sim"
)

// answered holds a session over an input, whose structures are all cubes, and returns its output.
func answered(t *testing.T, input []byte) (output []byte, err error) {
	t.Helper()
	var out bytes.Buffer
	s := newSession(bytes.NewReader(input), &out, "hooke test")
	s.open = func(ctx context.Context, _ string, arrays []npy.Array, o sim.Options) (*sim.Sim, error) {
		o = sim.Options{Engine: "cpuref", Listener: o.Listener}
		return opened(ctx, "cube", arrays, o)
	}
	err = s.serve(t.Context(), nil)
	return out.Bytes(), err
}

// judge reads an output as a client does. Each line is an object with a greeting, a note, an answer or an error; bytes follow
// where it says so, and nothing is left over.
func judge(t *testing.T, output []byte) (answers []map[string]any) {
	t.Helper()
	in := bufio.NewReader(bytes.NewReader(output))
	for first := true; ; first = false {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(text) == 0 {
			return answers
		}
		var line map[string]any
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatalf("the output has the line %q: %v", text, err)
		}
		fault, failed := line["error"].(map[string]any)
		switch {
		case first:
			must.Hold(t, line["protocol"] == float64(Protocol), "the greeting is %s", text)
			continue
		case line["note"] != nil:
			continue
		case failed:
			must.Hold(t, (fault["code"] == 1.0 || fault["code"] == 2.0) && fault["text"] != "", "the error is %s", text)
			must.Hold(t, !strings.Contains(fault["text"].(string), "a fault of hooke"), "a panic: %s", text)
		default:
			must.Hold(t, line["ok"] == true, "neither an answer nor an error: %s", text)
		}
		if follow, ok := line["bytes"].(float64); ok {
			sum := 0.0
			for _, b := range line["blocks"].([]any) {
				sum += b.(map[string]any)["bytes"].(float64)
			}
			must.Hold(t, sum == follow, "blocks of %g bytes: %s", sum, text)
			must.Do(t, must.Err(in.Discard(int(follow))))
		}
		answers = append(answers, line)
	}
}

// far are inputs that this target leaves out, since they write files, read others, or step for long.
var far = regexp.MustCompile(`save|restore|\\u|[0-9]{4}|[eE][+]?[0-9]`)

// No input makes a session panic, or write an output that a client cannot read. The same input gives the same output, and
// a request behind it is answered, unless the session has ended with an error.
func FuzzServe(f *testing.F) {
	opened := `{"do": "open", "name": "cube"}` + "\n"
	for _, seed := range []string{
		"", "\n\n", "nonsense\n", opened + `{"id": 1, "do": "step", "n": 5}` + "\n" + `{"id": "x", "do": "read", "what": ["positions", "step"]}`,
		opened + `{"do": "set", "field": "gravity.z", "bytes": 8}` + "\n12345678" + `{"do": "info"}`, opened + opened + `{"do": "close", "sim": 1}` + "\n" + `{"do": "step"}`,
		opened + `{"do": "period", "values": [1]}` + "\n" + `{"do": "sense"}` + "\n" + `{"do": "reset"}` + "\n" + `{"do": "about"}`,
		`{"do": "arrays", "bytes": 78, "blocks": [{"name": "positions", "type": "float64", "shape": [2, 3]}, {"name": "ends", "type": "uint8", "shape": [1, 2]}]}` + "\n" + strings.Repeat("\x00", 78),
		`{"do": "place", "bytes": 5` + "\n", `{"do": "step", "bytes": 999}` + "\n", `{"do": "frob", "bytes": 3}` + "\n{}\n" + opened,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if far.Match(input) {
			t.Skip("it writes files, or takes long")
		}
		last := append(bytes.Clone(input), "\n{\"id\": \"last\", \"do\": \"step\", \"frob\": 0}\n"...)
		output, err := answered(t, last)
		again, failed := answered(t, last)
		must.Hold(t, bytes.Equal(output, again) && (err == nil) == (failed == nil), "another answer the second time:\n%q\n%q", output, again)
		answers := judge(t, output)
		if err == nil {
			must.Hold(t, len(answers) > 0, "a request without an answer")
		}
		if lost := (*lostError)(nil); err != nil && !errors.As(err, &lost) {
			t.Errorf("it ends with %v", err)
		}
		if !bytes.Contains(input, []byte("bytes")) && !bytes.Contains(input, []byte("blocks")) {
			must.Hold(t, err == nil && answers[len(answers)-1]["id"] == "last", "the last request is not answered: %v, %s", err, output)
		}
	})
}
