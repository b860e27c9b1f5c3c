package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"hooke/must"
	"hooke/order/random"
	"hooke/sim"
	"hooke/sim/env"
)

// answered holds a session over an input, and returns its output. Its structures are cubes, those with a host lifts, and so are
// members and environments, at most three of them.
func answered(t *testing.T, input io.Reader) (output []byte, err error) {
	t.Helper()
	var out bytes.Buffer
	s := newSession(input, &out, "hooke test")
	s.open = func(ctx context.Context, a asked) (env.Object, error) {
		few := env.Options{Limit: 2, Autoreset: a.options.Autoreset}
		few.Engine, few.Listener, few.Host = "cpuref", a.options.Listener, a.options.Host && a.environments == 0
		a.name = "cube"
		if a.members+a.environments > 0 || few.Host {
			a.name, few.Free = "../../examples/serve/lift.toml", []string{"gravity.z"}
		}
		a.members, a.environments, a.options = min(a.members, 3), min(a.environments, 3), few
		return opened(ctx, a)
	}
	err = s.serve(t.Context(), nil)
	return out.Bytes(), err
}

// judge reads an output as a client does. Each line is an object with a greeting, a note, an answer or an error; blocks follow
// where it says so, each as its type and shape have it, and nothing is left over. What environments show is finite, and no
// episode is both terminated and truncated.
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
			var list []block
			must.Do(t, json.Unmarshal(must.Get(json.Marshal(line["blocks"]))(t), &list))
			sum, data := int64(0), map[string]block{}
			for _, b := range list {
				must.Be(t, b.Bytes, sim.Array{Type: b.Type, Shape: b.Shape}.Bytes(), "bytes of %s in %s", b.Name, text)
				must.Hold(t, data[b.Name].Name == "", "%s is there twice: %s", b.Name, text)
				b.data = make([]byte, b.Bytes)
				must.Do(t, must.Err(io.ReadFull(in, b.data)))
				sum, data[b.Name] = sum+b.Bytes, b
			}
			must.Hold(t, float64(sum) == follow, "blocks of %d bytes: %s", sum, text)
			if seen, ok := data["seen"]; ok {
				for _, x := range must.Get(seen.floats())(t) {
					must.Hold(t, x-x == 0, "environments show %g: %s", x, text)
				}
			}
			for i, end := range data["terminated"].data {
				must.Hold(t, end+data["truncated"].data[i] <= 1, "an episode ends twice: %s", text)
			}
			line["data"] = data
		}
		answers = append(answers, line)
	}
}

// requests divides an input into requests with their bytes, as far as they can be told.
func requests(input []byte) (list [][]byte) {
	for len(input) > 0 {
		line, _, _ := bytes.Cut(input, []byte("\n"))
		end := min(len(line)+1, len(input))
		if line = bytes.TrimSpace(line); len(line) > 0 {
			r, err := parse(line)
			if lost := (*lostError)(nil); errors.As(err, &lost) || r.bytes > int64(len(input)-end) {
				return list
			}
			end += int(r.bytes)
			list = append(list, input[:end])
		}
		input = input[end:]
	}
	return list
}

// refused reports whether an answer says that the request was wrong.
func refused(answer map[string]any) bool {
	fault, _ := answer["error"].(map[string]any)
	return fault["code"] == float64(codeWrong)
}

// far are inputs that this target leaves out, since they write files, read others, or step for long.
var far = regexp.MustCompile(`save|restore|\\u|[0-9]{4}|[eE][+]?[0-9]`)

// hold checks that a session over an input makes an output that a client can read, the same one however the input comes. Each
// request has one answer, unless the session has ended with an error, and without the requests that were wrong all other
// answers are the same: these have changed nothing.
func hold(t *testing.T, input []byte) {
	t.Helper()
	last := append(bytes.Clone(input), "\n{\"id\": \"last\", \"do\": \"step\", \"frob\": 0}\n"...)
	output, err := answered(t, bytes.NewReader(last))
	twice, failed := answered(t, iotest.OneByteReader(bytes.NewReader(last)))
	must.Hold(t, bytes.Equal(output, twice) && (err == nil) == (failed == nil), "another answer where the input comes byte by byte:\n%q\n%q", output, twice)
	answers, all := judge(t, output), requests(last)
	if lost := (*lostError)(nil); err != nil {
		must.Hold(t, errors.As(err, &lost), "it ends with %v", err)
		return
	}
	must.Be(t, len(answers), len(all), "answers to %q: %q", last, output)
	must.Hold(t, bytes.Contains(input, []byte("bytes")) || answers[len(answers)-1]["id"] == "last", "the last request is not answered: %s", output)
	var right []byte
	for i, request := range all {
		if !refused(answers[i]) {
			right = append(right, request...)
		}
	}
	output, err = answered(t, bytes.NewReader(right))
	must.Do(t, err)
	answers = slices.DeleteFunc(answers, refused)
	again := judge(t, output)
	must.Hold(t, len(again) == len(answers) && (len(again) == 0 || reflect.DeepEqual(again, answers)), "without the wrong requests of %q the answers are %q, not %v", last, output, answers)
}

// No input makes a session panic, or breaks a promise of hold.
func FuzzServe(f *testing.F) {
	opened := `{"do": "open", "name": "cube"}` + "\n"
	three := `{"do": "open", "name": "lift", "members": 3, "options": {"host": true}}` + "\n"
	learning := `{"do": "open", "name": "lift", "environments": 2, "options": {"autoreset": "same_step"}}` + "\n" + `{"do": "reset", "seeds": [1, 2]}` + "\n"
	period := `{"do": "period", "values": [1, 2], "read": ["sensors", "status", "positions"]}` + "\n"
	for _, seed := range []string{
		"", "\n\n", "nonsense\n", opened + `{"id": 1, "do": "step", "n": 5}` + "\n" + `{"id": "x", "do": "read", "what": ["positions", "step"]}`,
		opened + `{"do": "set", "field": "gravity.z", "bytes": 8}` + "\nabcdefgh" + `{"do": "info"}`, opened + opened + `{"do": "close", "sim": 1}` + "\n" + `{"do": "step"}`,
		opened + `{"do": "period", "values": [1]}` + "\n" + `{"do": "sense"}` + "\n" + `{"do": "reset"}` + "\n" + `{"do": "about"}`,
		`{"do": "arrays", "bytes": 78, "blocks": [{"name": "positions", "type": "float64", "shape": [2, 3]}, {"name": "ends", "type": "uint8", "shape": [1, 2]}]}` + "\n" + strings.Repeat("\x00", 78),
		`{"do": "place", "bytes": 5` + "\n", `{"do": "step", "bytes": 999}` + "\n", `{"do": "frob", "bytes": 3}` + "\n{}\n" + opened,
		three + `{"do": "set", "field": "gravity.z", "values": [1, 2, 3]}` + "\n" + `{"do": "act", "bytes": 24}` + "\n" + strings.Repeat("\x00", 24) + `{"do": "step", "n": 45}` + "\n" + `{"do": "sense"}`,
		three + `{"do": "reset", "bytes": 3, "blocks": [{"name": "mask", "type": "uint8", "shape": [3]}]}` + "\n\x00\x01\x02" + `{"do": "read", "what": ["metrics", "status", "inputs", "step"]}`,
		three + `{"do": "reset", "mask": [true]}` + "\n" + `{"do": "reset", "mask": []}` + "\n" + `{"do": "place"}` + "\n" + `{"do": "period", "values": [1, 1, 1]}` + "\n" + `{"do": "act", "bytes": 16}` + "\n123",
		learning + period + period + period + `{"do": "reset", "mask": [true, false]}`, learning + `{"do": "step"}` + "\n" + `{"do": "act", "values": [1, 1]}` + "\n" + `{"do": "period", "values": [1, null]}`,
		`{"do": "open", "name": "lift", "members": 0}` + "\n" + `{"do": "open", "name": "lift", "members": 2, "environments": 2}` + "\n" + `{"do": "open", "name": "lift", "environments": -1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if far.Match(input) {
			t.Skip("it writes files, or takes long")
		}
		hold(t, input)
	})
}

// Requests in any order, right and wrong, keep the promises of hold.
func TestAnyOrder(t *testing.T) {
	opens := []string{`{"do": "open", "name": "cube"}`, `{"do": "open", "name": "lift", "options": {"host": true}}`, `{"do": "open", "name": "lift", "members": 2}`, `{"do": "open", "name": "lift", "members": 2, "options": {"host": true}}`,
		`{"do": "open", "name": "lift", "environments": 2}`, `{"do": "open", "name": "lift", "environments": 2, "options": {"autoreset": "disabled"}}`, `{"do": "open", "name": "lift", "environments": 2, "options": {"autoreset": "same_step"}}`}
	others := []string{`{"do": "step", "n": 7}`, `{"do": "step", "n": 45}`, `{"do": "step", "n": -1}`, `{"do": "read", "what": ["positions", "step"]}`, `{"do": "read", "what": ["sensors", "inputs"]}`,
		`{"do": "read", "what": ["step", "step"]}`, `{"do": "read", "what": ["metrics", "status"]}`, `{"do": "set", "field": "gravity.z", "values": [-1, -2]}`, `{"do": "set", "field": "gravity.z", "values": [1, 2, 3]}`,
		`{"do": "set", "field": "gravity.z", "bytes": 16}` + "\n\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\xf0\x7f", `{"do": "act", "values": [1, 2]}`, `{"do": "act", "values": [1]}`,
		`{"do": "act", "bytes": 16}` + "\n\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\xf8\x7f", `{"do": "sense"}`, `{"do": "period", "values": [3, 1], "read": "positions"}`, `{"do": "period", "values": [3, 1], "read": "nothing"}`,
		`{"do": "period", "values": [3]}`, `{"do": "reset"}`, `{"do": "reset", "mask": [true, false]}`, `{"do": "reset", "mask": [true]}`, `{"do": "reset", "seeds": [5, 6], "mask": [false, true]}`, `{"do": "reset", "seeds": [5]}`,
		`{"do": "place", "bytes": 8, "blocks": [{"name": "positions", "type": "float64", "shape": [1]}]}` + "\n12345678", `{"do": "frob", "bytes": 3}` + "\n{}\n", `{"do": "info", "sim": 9}`, `nonsense`}
	sessions := 14
	if must.Long() {
		sessions = 1000
	}
	for i := range sessions {
		input := []byte(opens[i%len(opens)] + "\n")
		for k := range 12 {
			input = append(append(input, others[random.Of(uint64(12*i+k))%uint64(len(others))]...), '\n')
		}
		hold(t, input)
	}
}
