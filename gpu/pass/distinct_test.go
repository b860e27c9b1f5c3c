package pass

import (
	"strings"
	"testing"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// Two buffers at one binding are an error that names it; the same one twice, as a window and as a
// whole, is none.
func TestBindingsAreDistinct(t *testing.T) {
	one, other := new(glx.Buffer), new(glx.Buffer)
	if err := distinct([]Slot{{Binding: shaders.BindLedger, Buffer: one}, {Binding: shaders.BindLedger, Buffer: one, All: true}, {Binding: shaders.BindContact, Buffer: other}}); err != nil {
		t.Error(err)
	}
	if err := distinct([]Slot{{Binding: shaders.BindLedger, Buffer: one}, {Binding: shaders.BindSpanPush, Buffer: other}}); err == nil || !strings.Contains(err.Error(), "binding 6 has two buffers") {
		t.Errorf("two at binding 6: %v", err)
	}
}
