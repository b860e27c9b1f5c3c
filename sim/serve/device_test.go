package serve_test

import (
	"bytes"
	"fmt"
	"testing"

	"hooke/must"
)

// Two structures on a device, stepped in turn, end as each does alone: each keeps its context and thread.
func TestDevices(t *testing.T) {
	if !must.Long() {
		t.Skip("HOOKE_LONG=1 compiles the passes of three structures")
	}
	open := func(p *peer, name string) {
		p.ask(fmt.Sprintf(`{"do": "open", "name": %q, "options": {"engine": "gpu", "pipeline": "two-pass", "workgroup": 64}}`, name))
	}
	alone := begun(t)
	open(alone, "walker")
	alone.ask(`{"do": "step", "n": 30}`)
	_, want := alone.ask(`{"do": "read", "what": "positions"}`)

	both := begun(t)
	open(both, "walker")
	open(both, "cube")
	for range 3 {
		both.ask(`{"do": "step", "sim": 1, "n": 10}`)
		both.ask(`{"do": "step", "sim": 2, "n": 10}`)
	}
	_, got := both.ask(`{"do": "read", "sim": 1, "what": "positions"}`)
	must.Hold(t, bytes.Equal(got["positions"], want["positions"]), "a walker beside a cube ends elsewhere")
	both.ask(`{"do": "close", "sim": 1}`)
	both.ask(`{"do": "step", "n": 10}`)
	alone.in.Close()
	must.Do(t, <-alone.done)
}
