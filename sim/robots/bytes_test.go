package robots

import (
	"runtime"
	"testing"

	"hooke/engine"
	"hooke/must"
)

// heap returns the memory in use, without garbage.
func heap() int64 {
	runtime.GC()
	runtime.GC() // what the first one finalizes
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// The memory that is asked for, before members are made, is what they take: no number of them ends the program.
func TestBytesOfMembers(t *testing.T) {
	for _, c := range []struct {
		scene  string
		engine string
		host   bool
	}{{"walker", engine.CPU, false}, {"crawler", engine.CPU, true}, {"../../examples/serve/lift.toml", engine.CPURef, true}} {
		const members = 64
		var o Options
		o.Engine, o.Host, o.Muscles, o.Bare = c.engine, c.host, true, true
		before := heap()
		r := must.Get(Open(c.scene, members, o))(t)
		each, asked := (heap()-before)/members, bytesOf(&r.kind, c.engine)
		r.Close()
		must.Hold(t, each < asked+asked/4 && each > asked/3, "a member of %s on %s takes %d bytes, %d are asked for", c.scene, c.engine, each, asked)
	}
}
