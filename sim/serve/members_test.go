package serve_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/must"
	"hooke/sim/env"
	"hooke/sim/robots"
)

// bytesOf returns a quantity as bytes of a block.
func bytesOf[T float32 | float64 | int64](t *testing.T, o env.Object, name string) []byte {
	t.Helper()
	out := make([]T, must.Get(o.Shape(name))(t).Count())
	must.Do(t, o.Read(name, out))
	return floats(out...)
}

// Members that a peer sets, steps in pieces and resets by masks have the bits of robots with the same values.
func TestMembers(t *testing.T) {
	const options = `{"engine": "cpu", "free": ["actuator[*].phase", "gravity.z"]}`
	want := must.Open(robots.Open("walker", 3, must.Get(robots.ParseOptions([]byte(options)))(t)))(t)
	muscles := len(want.Scene().Params.Actuators)
	phases := make([]float64, 3*muscles)
	for i := range phases {
		phases[i] = 0.1 * float64(i)
	}
	p := begun(t)
	opened, _ := p.ask(`{"do": "open", "name": "walker", "members": 3, "options": ` + options + `}`)
	info := opened["info"].(map[string]any)
	must.Hold(t, info["kind"] == "robots" && info["members"] == 3.0 && len(info["columns"].([]any)) == len(want.Columns()), "it is %v", info)
	same := func(when string) map[string][]byte {
		_, got := p.ask(`{"do": "read", "what": ["positions", "velocities", "metrics", "step"]}`)
		for name, bits := range map[string][]byte{"positions": bytesOf[float32](t, want, "positions"), "velocities": bytesOf[float32](t, want, "velocities"),
			"metrics": bytesOf[float64](t, want, "metrics"), "step": bytesOf[int64](t, want, "step")} {
			must.Hold(t, len(bits) > 0 && bytes.Equal(got[name], bits), "%s: %s are not those of robots", when, name)
		}
		return got
	}
	begin := same("at first")["positions"]
	p.ask(fmt.Sprintf(`{"do": "set", "field": "actuator[*].phase", "bytes": %d}`, 8*len(phases)), floats(phases...))
	p.ask(`{"do": "set", "field": "gravity.z", "values": [-9, -5, -1]}`)
	must.Do(t, want.Set("actuator[*].phase", phases))
	must.Do(t, want.Set("gravity.z", []float64{-9, -5, -1}))
	for _, n := range []int{1, 40, 59} {
		took, _ := p.ask(fmt.Sprintf(`{"do": "step", "n": %d}`, n))
		must.Be(t, took["done"], any(float64(n)), "steps done")
	}
	must.Do(t, want.Step(100))
	walked, each := same("after 100 steps")["positions"], len(begin)/3

	for _, r := range []struct{ line, refusal string }{
		{`"mask": [true, false]`, "a mask of 2 for 3 members"}, {`"mask": []`, "a mask of 0"}, {`"mask": [1, 0, 1]`, "give a list of true and false"}, {`"mask": [true, null, true]`, "value 1 is null"},
		{`"seeds": [1, 2, 3]`, "seeds are of environments"}, {`"mask": true, "frob": 1`, `"frob" is unknown`},
	} {
		p.refused(`{"do": "reset", `+r.line+`}`, 2, r.refusal)
	}
	masks := `{"do": "reset", "blocks": [{"name": "mask", "type": "%s", "shape": [%d]}], "bytes": %d}`
	p.refused(fmt.Sprintf(masks, "float32", 3, 12), 2, "type is float32; give uint8", make([]byte, 12))
	p.refused(`{"do": "place", "blocks": [{"name": "positions", "type": "uint8", "shape": [3]}], "bytes": 3}`, 2, "this is for one structure", make([]byte, 3))
	p.refused(fmt.Sprintf(masks, "uint8", 30, 30), 2, "reset takes at most 27 here", make([]byte, 30))
	p.refused(`{"do": "set", "field": "gravity.z", "values": [1, 2]}`, 2, "give 1, 3 or 3")
	p.refused(`{"do": "set", "field": "gravity.x", "values": 0}`, 2, "is not free")
	p.refused(`{"do": "act", "values": [1, 2, 3]}`, 2, "open them with the option host")
	for _, request := range []string{`"save", "path": "a.npz"`, `"restore", "path": "a.npz"`, `"place"`} {
		p.refused(`{"do": `+request+`}`, 2, "this is for one structure")
	}
	same("after refusals")

	p.ask(fmt.Sprintf(masks, "uint8", 3, 3), []byte{0, 7, 0})
	must.Do(t, want.Reset([]bool{false, true, false}))
	got := same("after a reset by a block")["positions"]
	must.Hold(t, bytes.Equal(got[each:2*each], begin[each:2*each]) && bytes.Equal(got[:each], walked[:each]) && !bytes.Equal(got[:each], begin[:each]), "a reset puts others back")
	p.ask(`{"do": "reset", "mask": [true, false, false]}`)
	p.ask(`{"do": "step", "n": 30}`)
	must.Do(t, want.Reset([]bool{true, false, false}))
	must.Do(t, want.Step(30))
	must.Hold(t, !bytes.Equal(same("after a reset by a list")["positions"], begin), "nothing moves")
	p.ask(`{"do": "reset"}`)
	must.Do(t, want.Reset(nil))
	must.Hold(t, bytes.Equal(same("after a reset of all")["positions"], begin), "a reset of all leaves some")
}

// A host acts on all members by one block, and senses all of them in one.
func TestHostOfMembers(t *testing.T) {
	const options = `{"engine": "cpu", "host": true, "controllers": false, "period": 20}`
	want := must.Open(robots.Open("crawler", 2, must.Get(robots.ParseOptions([]byte(options)))(t)))(t)
	p := begun(t)
	p.ask(`{"do": "open", "name": "crawler", "members": 2, "options": ` + options + `}`)
	p.refused(`{"do": "act", "bytes": 24}`, 2, "act takes at most 16 here", make([]byte, 24))
	p.refused(`{"do": "act", "values": [1]}`, 2, "")
	p.refused(`{"do": "act", "bytes": 16}`, 2, "is NaN; give finite numbers", floats(1, math.NaN()))
	for k := range 3 {
		u := []float64{1, 2 + float64(k)}
		must.Do(t, want.Act(u))
		must.Do(t, want.Step(20))
		var sensed map[string][]byte
		if k == 1 {
			_, sensed = p.ask(`{"do": "period", "bytes": 16}`, floats(u...))
		} else {
			p.ask(`{"do": "act", "bytes": 16}`, floats(u...))
			p.ask(`{"do": "step", "n": 20}`)
			_, sensed = p.ask(`{"do": "sense"}`)
		}
		must.Hold(t, len(sensed["sensors"]) == 48 && bytes.Equal(sensed["sensors"], bytesOf[float64](t, want, "sensors")), "period %d senses %v", k, sensed)
	}
}

// Environments that a peer plays have the bits of those of package env, episode by episode.
func TestEnvironments(t *testing.T) {
	const options = `{"period": 20, "limit": 3, "noise": 0.01, "autoreset": "same_step"}`
	want := must.Open(env.Open("crawler", 2, must.Get(env.ParseOptions([]byte(options)))(t)))(t)
	seen, rewards, terminated, truncated := make([]float32, 2*want.Observations()), make([]float64, 2), make([]byte, 2), make([]byte, 2)
	p := begun(t)
	opened, _ := p.ask(`{"do": "open", "name": "crawler", "environments": 2, "options": ` + options + `}`)
	must.Hold(t, opened["info"].(map[string]any)["kind"] == "environments", "it is %v", opened)

	_, got := p.ask(`{"do": "reset", "seeds": [18446744073709551615, 8]}`)
	must.Do(t, want.Reset(nil, []uint64{math.MaxUint64, 8}, seen))
	must.Hold(t, bytes.Equal(got["seen"], floats(seen...)), "after a reset environments show %v, want %v", numbers[float32](got["seen"]), seen)
	ends := 0
	for k := range 4 {
		u := []float32{1 + 0.1*float32(k), 2.5}
		must.Do(t, want.Step(u, seen, rewards, terminated, truncated))
		_, got = p.ask(`{"do": "period", "read": ["positions", "status"], "blocks": [{"name": "values", "type": "float32", "shape": [2, 1]}], "bytes": 8}`, floats(u...))
		for name, bits := range map[string][]byte{"seen": floats(seen...), "rewards": floats(rewards...), "terminated": terminated, "truncated": truncated, "final": floats(want.Final()...),
			"positions": bytesOf[float32](t, want, "positions"), "status": {0, 0}} {
			must.Hold(t, bytes.Equal(got[name], bits), "period %d: %s is %v, want %v", k, name, got[name], bits)
		}
		ends += int(truncated[0])
	}
	must.Hold(t, ends == 1 && !slices.Equal(want.Final(), seen), "%d episodes end", ends)
	p.refused(`{"do": "step"}`, 2, `environments act and step by "period"`)
	p.refused(`{"do": "act", "values": [1, 1]}`, 2, `environments act and step by "period"`)
	p.refused(`{"do": "period", "values": [1e39, 1]}`, 2, "action 0 of environment 0 is +Inf")
	p.refused(`{"do": "period", "values": [1]}`, 2, "2 environments take 1 numbers")
	p.refused(`{"do": "period", "values": [1, 1], "read": "reward"}`, 2, `there is no "reward" to read`)
	p.refused(`{"do": "reset", "seeds": [1]}`, 2, "1 seeds")
	p.refused(`{"do": "reset", "seeds": [-1, 2]}`, 2, "give a list of whole numbers")

	_, got = p.ask(`{"do": "reset", "blocks": [{"name": "seeds", "type": "int64", "shape": [2]}, {"name": "mask", "type": "uint8", "shape": [2]}], "bytes": 18}`, floats[int64](5, -1), []byte{0, 1})
	must.Do(t, want.Reset([]bool{false, true}, []uint64{5, math.MaxUint64}, seen))
	must.Hold(t, bytes.Equal(got["seen"], floats(seen...)), "after a reset of one environments show others")
}

// Numbers of members that cannot be are refused, whatever they are of.
func TestNumbersOfMembers(t *testing.T) {
	p := begun(t)
	for _, c := range []struct{ fields, want string }{
		{`"members": 0`, "members is 0; give 1 to 16777216"}, {`"environments": -1`, "environments is -1"}, {`"members": 16777217`, "members is 16777217"},
		{`"members": 1e30`, "members is 1e30; give a whole number"}, {`"members": 1.5`, "give a whole number"}, {`"members": "2"`, "give a whole number"},
		{`"members": 2, "environments": 2`, "give one of them"}, {`"members": 2, "options": {"limit": 5}`, "limit"}, {`"options": {"free": ["gravity.z"]}`, "free"},
		{`"members": 2, "options": {"energy": true}`, "ledger"}, {`"environments": 2, "options": {"reward": "sped"}`, `did you mean "speed"?`}, {`"members": 2, "options": {"free": ["gravity.w"]}`, "gravity"},
	} {
		p.send(`{"do": "open", "name": "crawler", ` + c.fields + `}`)
		answer, _ := p.answer()
		must.Hold(t, strings.Contains(fmt.Sprint(answer["error"]), c.want), "%s: %v, want %q", c.fields, answer, c.want)
	}
	p.refused(`{"do": "step"}`, 2, "no structure is open")
}
