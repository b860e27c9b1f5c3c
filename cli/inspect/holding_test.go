package inspect

import (
	"fmt"
	"strings"
	"testing"
)

// What contacts of finite thickness hold is told, with the mass, and of edges where they are
// touched.
func TestHoldingIsTold(t *testing.T) {
	edge := 1.5
	var text strings.Builder
	line := func(key, format string, args ...any) { fmt.Fprintf(&text, key+": "+format+"\n", args...) }
	held := 2.5
	for _, h := range []Holding{{Contact: 1, Speed: &held, Mass: 4}, {Contact: 2, Speed: &held, Edge: &edge}, {Contact: 3}} {
		h.write(line)
	}
	want := "contact 1: v_max = 2.5 m/s, up to which its stiffness alone holds mass 4; faster masses are caught\n" +
		"contact 2: v_max = 2.5 m/s, up to which its stiffness alone holds mass 0; faster masses are caught; edges pass from 1.5 m/s on\n"
	if text.String() != want {
		t.Errorf("%s", text.String())
	}
}
