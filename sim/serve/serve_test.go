package serve_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hooke/engine"
	"hooke/must"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/sim"
	"hooke/sim/serve"
)

// Structures that a peer steps, several at a time and in pieces of any length, end in the bytes of final.npz that hooke run
// writes, and are read as these.
func TestSameBytesAsRun(t *testing.T) {
	const steps = 157
	p := begun(t)
	for i, name := range []string{"walker", "cube", "rope", "crawler", "cloth"} {
		choices := scene.Options{Lone: true} // as the program opens it
		s := must.Get(open.Scene(name, choices))(t)
		folder := t.TempDir()
		r := must.Open(run.New(s, run.Options{Folder: folder, Steps: steps, Engine: engine.CPU, Program: "hooke test", Choices: choices}))(t)
		must.Get(r.Go(t.Context()))(t)
		want := must.Get(os.ReadFile(filepath.Join(folder, run.FinalName)))(t)

		opened, _ := p.ask(fmt.Sprintf(`{"id": %d, "do": "open", "name": %q, "options": {"engine": "cpu"}}`, i, name))
		must.Hold(t, opened["id"] == float64(i) && opened["sim"] == float64(i+1), "%s: %v", name, opened)
		for _, n := range []int{1, 56, 100} {
			took, _ := p.ask(fmt.Sprintf(`{"do": "step", "sim": %d, "n": %d}`, i+1, n))
			must.Be(t, took["done"], any(float64(n)), "steps done")
		}
		saved := func() []byte {
			path := filepath.Join(t.TempDir(), "mine.npz")
			p.ask(fmt.Sprintf(`{"do": "save", "sim": %d, "path": %q}`, i+1, path))
			return must.Get(os.ReadFile(path))(t)
		}
		must.Hold(t, bytes.Equal(saved(), want), "%s: not the bytes of hooke run", name)
		_, blocks := p.ask(fmt.Sprintf(`{"do": "read", "sim": %d, "what": ["positions", "velocities"]}`, i+1))
		for _, what := range []string{"positions", "velocities"} {
			must.Hold(t, len(blocks[what]) > 0 && bytes.Contains(want, blocks[what]), "%s: %s are not those of final.npz", name, what)
		}
		must.Hold(t, bytes.Index(want, blocks["positions"]) < bytes.Index(want, blocks["velocities"]), "%s: positions and velocities are the same, or swapped", name)
		p.ask(fmt.Sprintf(`{"do": "step", "sim": %d}`, i+1))
		must.Hold(t, !bytes.Equal(saved(), want), "%s: a step more changes nothing", name)
	}
	p.ask(`{"do": "close", "sim": 2}`)
	p.refused(`{"do": "step", "sim": 2}`, 2, "sim 2 is not open; open are 1, 3, 4, 5")
	p.refused(`{"do": "step"}`, 2, `"sim" is missing; open are 1, 3, 4, 5`)
}

// A period is an action, its steps, and the sensors after them, in a line or in blocks, and the same as a Sim's.
func TestPeriods(t *testing.T) {
	o := must.Get(sim.ParseOptions([]byte(`{"engine": "cpu", "host": true}`)))(t)
	s := must.Open(sim.Open("crawler", o))(t)
	a, b := begun(t), begun(t)
	open := `{"do": "open", "name": "crawler", "options": {"engine": "cpu", "host": true}}`
	a.ask(open)
	opened, _ := b.ask(open)
	inputs := len(opened["info"].(map[string]any)["inputs"].([]any))
	y := make([]float64, must.Get(s.Shape("sensors"))(t).Count())
	for k := range 4 {
		u := slices.Repeat([]float64{0.1 * float64(k)}, inputs)
		must.Do(t, s.Act(u))
		must.Do(t, s.Step(s.Period()))
		must.Do(t, s.Read("sensors", y))
		line := string(must.Get(json.Marshal(u))(t))
		whole, _ := a.ask(`{"do": "period", "values": ` + line + `}`)
		got := []float64{}
		for _, x := range whole["sensors"].([]any) {
			got = append(got, x.(float64))
		}
		must.BeAll(t, got, y, "sensors after period %d", k)

		b.ask(fmt.Sprintf(`{"do": "act", "bytes": %d}`, 8*inputs), floats(u...))
		b.ask(fmt.Sprintf(`{"do": "step", "n": %d}`, s.Period()))
		sensed, _ := b.ask(`{"do": "sense"}`)
		must.Hold(t, fmt.Sprint(sensed["sensors"]) == fmt.Sprint(whole["sensors"]), "period %d: parts of a period sense %v, the whole %v", k, sensed, whole)
	}
	_, blocks := a.ask(fmt.Sprintf(`{"do": "period", "read": ["sensors", "positions"], "blocks": [{"name": "values", "type": "float32", "shape": [%d]}], "bytes": %d}`, inputs, 4*inputs),
		floats(slices.Repeat([]float32{0.5}, inputs)...))
	must.Hold(t, len(blocks["sensors"]) == 8*len(y) && len(blocks["positions"]) > 0, "blocks of a period: %d", len(blocks))
	a.refused(`{"do": "step"}`, 1, "the host has not acted")
	a.refused(`{"do": "period", "values": [1, 2, 3, 4, 5, 6, 7, 8, 9]}`, 2, "9")
	a.refused(`{"do": "period", "values": [0.1], "read": "sensor"}`, 2, `did you mean "sensors"?`)
}

// A pendulum of arrays in several types swings as in the closed form, is put elsewhere, and falls with another gravity.
func TestArraysAndFields(t *testing.T) {
	const k, m = 40., 0.5
	p := begun(t)
	given := `{"do": "arrays", "name": "pendulum", "options": {"engine": "cpu", "precision": "double", "dt": 1e-4}, "bytes": 83, "blocks": [
		{"name": "positions", "type": "float64", "shape": [2, 3], "bytes": 48}, {"name": "ends", "type": "int64", "shape": [1, 2]},
		{"name": "masses", "type": "float32", "shape": [2]}, {"name": "stiffness", "type": "uint32", "shape": [1]}, {"name": "pinned", "type": "uint8", "shape": [2]}]}`
	given = strings.Join(strings.Fields(strings.ReplaceAll(given, `"bytes": 83`, `"bytes": 78`)), " ")
	p.ask(given, floats(0, 0, 1, 0, 0, 0.5), floats[int64](0, 1), floats[float32](1, m), floats[uint32](k), []byte{1, 0})
	p.ask(`{"do": "step", "n": 500}`)
	_, read := p.ask(`{"do": "read", "what": ["positions64", "time", "pinned", "ends"]}`)
	at := numbers[float64](read["time"])[0]
	want := 0.5 - 9.80665*m/k*(1-math.Cos(math.Sqrt(k/m)*at))
	must.Near(t, numbers[float64](read["positions64"])[5], want, 3e-5, "height")
	must.BeAll(t, read["pinned"], []byte{1, 1, 1, 0, 0, 0}, "pins")
	must.BeAll(t, numbers[uint32](read["ends"]), []uint32{0, 1}, "ends")

	p.ask(`{"do": "set", "field": "gravity.z", "values": 0}`)
	p.ask(`{"do": "place", "bytes": 48, "blocks": [{"name": "velocities", "type": "float32", "shape": [2, 3]}, {"name": "positions", "type": "float32", "shape": [2, 3]}]}`,
		floats[float32](0, 0, 0, 0, 2, 0), floats[float32](0, 0, 1, 0, 0, 0.5))
	p.ask(`{"do": "step", "n": 10}`)
	_, read = p.ask(`{"do": "read", "what": "positions64"}`)
	must.Near(t, numbers[float64](read["positions64"])[4], 2*10e-4, 1e-6, "path without gravity")
	p.ask(`{"do": "reset"}`)
	_, read = p.ask(`{"do": "read", "what": ["step", "positions64"]}`)
	must.Hold(t, numbers[int64](read["step"])[0] == 0 && numbers[float64](read["positions64"])[4] == 0, "after a reset")
}

// A checkpoint continues bit for bit.
func TestSaveAndRestore(t *testing.T) {
	p := begun(t)
	p.ask(`{"do": "open", "name": "walker", "options": {"engine": "cpu"}}`)
	path := filepath.Join(t.TempDir(), "half.hooke")
	p.ask(`{"do": "step", "n": 30}`)
	p.ask(fmt.Sprintf(`{"do": "save", "path": %q}`, path))
	p.ask(`{"do": "step", "n": 30}`)
	_, want := p.ask(`{"do": "read", "what": "positions"}`)
	p.ask(fmt.Sprintf(`{"do": "restore", "path": %q}`, path))
	_, half := p.ask(`{"do": "read", "what": "positions"}`)
	p.ask(`{"do": "step", "n": 30}`)
	_, got := p.ask(`{"do": "read", "what": "positions"}`)
	must.Hold(t, bytes.Equal(got["positions"], want["positions"]) && !bytes.Equal(half["positions"], want["positions"]), "after a checkpoint the walker is elsewhere")
}

// An interrupt ends the steps of a request, whose answer says how many were taken, and the structure lives on. Without a
// request it changes nothing.
func TestInterrupt(t *testing.T) {
	p := begun(t)
	p.ask(`{"do": "open", "name": "cube", "options": {"engine": "cpu", "set": {"run.gravity": [0, 0, 0]}}}`)
	p.send(`{"id": 7, "do": "step", "n": 100000000000}`)
	var answer map[string]any
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		answer, _ = p.answer()
	}()
	began := time.Now()
	for over := false; !over; { // the first ones may come before the request
		select {
		case p.interrupts <- os.Interrupt:
			began = time.Now()
			time.Sleep(time.Millisecond) // else notes alone go back and forth
		case <-heard:
			over = true
		}
	}
	fault, _ := answer["error"].(map[string]any)
	text, _ := fault["text"].(string)
	must.Hold(t, answer["id"] == 7.0 && fault["code"] == 1.0 && strings.HasPrefix(text, "interrupted after ") && strings.HasSuffix(text, " of 100000000000 steps"), "%v", answer)
	t.Logf("%s; %v after the last interrupt", text, time.Since(began))
	done := answer["done"].(float64)
	_, step := p.ask(`{"do": "read", "what": "step"}`)
	must.Be(t, numbers[int64](step["step"])[0], int64(done), "steps taken")
	p.ask(`{"do": "step", "n": 3}`)
}

// The end of the input ends a session well, a signal ends it with an error, after the answer of the request under way.
func TestEnds(t *testing.T) {
	p := begun(t)
	p.ask(`{"do": "open", "name": "cube", "options": {"engine": "cpu"}}`)
	p.in.Close()
	must.Do(t, <-p.done)

	p = begun(t)
	p.end()
	must.Hold(t, errors.Is(<-p.done, serve.ErrEnded), "an idle session that is ended gives no ErrEnded")

	p = begun(t)
	p.ask(`{"do": "open", "name": "cube", "options": {"engine": "cpu", "set": {"run.gravity": [0, 0, 0]}}}`)
	p.send(`{"do": "step", "n": 100000000000}`)
	time.AfterFunc(20*time.Millisecond, p.end)
	line, _, err := next(p.out) // where the signal comes first, there is none
	must.Hold(t, err != nil || strings.Contains(fmt.Sprint(line["error"]), "interrupted"), "%v", line)
	must.Hold(t, errors.Is(<-p.done, serve.ErrEnded), "a session that is ended while it steps gives no ErrEnded")
}
