package hud

import (
	"slices"
	"strings"
	"testing"
)

// Faults keep the places that they show, are broken where they are too long, and end
// with how to close them.
func TestFaultsFit(t *testing.T) {
	place := "        stiffnes = 3"
	got := fitted([]string{"robot.toml:3:1: key \"stiffnes\" is unknown; did you mean \"stiffness\"?", place, "        ^^^^^^^^"}, 40)
	want := []string{"robot.toml:3:1: key \"stiffnes\" is", "unknown; did you mean \"stiffness\"?", place, "        ^^^^^^^^", closeFaults}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	got = fitted(slices.Repeat([]string{"no"}, 30), 40)
	if len(got) != mostFaults+2 || got[mostFaults] != "... and 16 lines more" {
		t.Errorf("%d lines, then %q", len(got), got[min(len(got)-1, mostFaults)])
	}
	if got := fitted([]string{" " + strings.Repeat("x", 50)}, 30); len([]rune(got[0])) != 30 {
		t.Errorf("a place of %d characters in a room of 30", len([]rune(got[0])))
	}
}
