package glx_test

import (
	"strings"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/gltest"
	"hooke/memory/memorytest"
)

// A message of the driver allocates on the host, and is no allocation of what called the driver;
// nor is it heard. Messages are heard before and after.
func TestMutedCallsHearNoMessages(t *testing.T) {
	ctx := gltest.New(t)
	var heard []string
	ctx.Hear(func(message string) { heard = append(heard, message) })
	text := gl.Str("Buffer object 7 is moved from VIDEO memory to HOST memory.\x00")
	moves := func() {
		gl.DebugMessageInsert(gl.DEBUG_SOURCE_APPLICATION, gl.DEBUG_TYPE_PERFORMANCE, 131186, gl.DEBUG_SEVERITY_MEDIUM, -1, text)
	}
	if n := memorytest.AllocationsWithin(ctx.Muted, 10, moves); n != 0 || len(heard) != 0 {
		t.Errorf("muted: %g allocations, heard %q", n, heard)
	}
	if n := memorytest.Allocations(10, moves); n < 1 || len(heard) != 1 || !strings.Contains(heard[0], "HOST memory") {
		t.Errorf("not muted: %g allocations, heard %q", n, heard)
	}
	kept := []byte(nil)
	if n := memorytest.AllocationsWithin(ctx.Muted, 10, func() { kept = make([]byte, 1000) }); n != 1 || kept == nil {
		t.Errorf("code that allocates once is said to allocate %g times", n)
	}
}
