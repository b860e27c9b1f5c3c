package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/cli/response"
	"hooke/must"
)

// The verb writes the requested files, and prints the figures.
func TestSpring(t *testing.T) {
	folder := t.TempDir()
	plot, table := filepath.Join(folder, "a.svg"), filepath.Join(folder, "a.csv")
	said := hooke(t, "spring", "--frequency", "2", "--damping-ratio", "0.2,1", "--dt", "0.004", "--plot", plot, "--csv", table).worked(t).stdout
	must.Hold(t, strings.Contains(said, "52.7 %") && strings.Contains(said, "symplectic-euler on cpuref"), "it says\n%s", said)
	picture, err := os.ReadFile(plot)
	must.Hold(t, err == nil && strings.Contains(string(picture), "damping ratio 0.2"), "the picture: %v, %d bytes", err, len(picture))
	rows, err := os.ReadFile(table)
	if lines := strings.Split(string(rows), "\n"); err != nil || lines[0] != "time_s,goal,closed_0.2,stepped_0.2,closed_1,stepped_1" || len(lines) != 503 {
		t.Errorf("the table: %v, %d lines, %s", err, len(lines), lines[0])
	}
	var figures struct {
		Springs []struct {
			Overshoot float64 `json:"overshoot"`
		} `json:"springs"`
	}
	said = hooke(t, "spring", "--damping-ratio", "0.2", "--json").worked(t).stdout
	if err := json.Unmarshal([]byte(said), &figures); err != nil || len(figures.Springs) != 1 || figures.Springs[0].Overshoot < 0.5 {
		t.Errorf("%v: %s", err, said)
	}
}

// Wrong values are wrong command lines; a wrong file is a failure with its line.
func TestSpringRefuses(t *testing.T) {
	folder := t.TempDir()
	wrong := filepath.Join(folder, "wrong.csv")
	must.Do(t, os.WriteFile(wrong, []byte("t,x\n0,1\n-2,3\n"), 0o600))
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--frequency", "0"}, exitUsage, "--frequency 0"},
		{[]string{"--frequency", "NaN"}, exitUsage, "--frequency NaN"},
		{[]string{"--duration", "-1"}, exitUsage, "--duration -1"},
		{[]string{"--damping-ratio", "1,,2"}, exitUsage, `"" is no number`},
		{[]string{"--damping-ratio", "-1"}, exitUsage, `"-1" is no number`},
		{[]string{"--kind", "sprung"}, exitUsage, "--kind sprung: known are spring, damper"},
		{[]string{"--half-life", "1"}, exitUsage, "--half-life means nothing to --kind spring"},
		{[]string{"--kind", "damper", "--speed", "1"}, exitUsage, "--speed means nothing to --kind damper"},
		{[]string{"--kind", "damper", "--half-life", "0"}, exitUsage, `"0" is no number`},
		{[]string{"--kind", "timed", "--arrival", "0"}, exitUsage, "--arrival 0"},
		{[]string{"--kind", "normalized", "--normalized", "1"}, exitUsage, "give Cs and Cd"},
		{[]string{"--kind", "resonance", "--damping-ratio", "0"}, exitUsage, "give 0.005 or more"},
		{[]string{"--kind", "damper", "--dt", "1e-9"}, exitUsage, "longer --dt"},
		{[]string{"--dt", "-1"}, exitUsage, "--dt -1"},
		{[]string{"--dt", "1e-9"}, exitUsage, "longer --dt"},
		{[]string{"--engine", "abacus"}, exitUsage, "--engine abacus"},
		{[]string{"--goal", "nowhere"}, exitUsage, "--goal nowhere"},
		{[]string{"--goal", filepath.Join(folder, "none.csv")}, exitFailed, "none.csv"},
		{[]string{"--goal", wrong}, exitFailed, "wrong.csv: line 3"},
		{[]string{"--goal", wrong, "--csv", wrong}, exitUsage, "is the file of the goal"},
		{[]string{"--plot", "a.bmp"}, exitUsage, "--plot a.bmp"},
		{[]string{"--plot", filepath.Join(folder, "no", "where", "a.svg")}, exitFailed, "a.svg"},
		{[]string{"--goal", "sine", "--goal-frequency", "2", "--damping-ratio", "0"}, exitUsage, "--goal-frequency"},
		{[]string{"--dt", "0.3"}, exitFailed, "diverged"},
	} {
		result := hooke(t, append([]string{"spring"}, c.args...)...)
		if result.code != c.code || !strings.Contains(result.stderr, c.says) {
			t.Errorf("%v: exit code %d, want %d and %q: %s", c.args, result.code, c.code, c.says, result.stderr)
		}
	}
}

// Each kind prints a table, writes a picture and a table of numbers, and refuses flags that mean nothing to it. Cs above 1 runs, with a
// warning.
func TestSpringKinds(t *testing.T) {
	for _, k := range response.Kinds() {
		folder := t.TempDir()
		plot, table := filepath.Join(folder, "a.svg"), filepath.Join(folder, "a.csv")
		said := hooke(t, "spring", "--kind", k.Name, "--plot", plot, "--csv", table).worked(t).stdout
		must.Hold(t, strings.Contains(said, "closed form and steps apart"), "%s says\n%s", k.Name, said)
		picture := must.Get(os.ReadFile(plot))(t)
		must.Hold(t, strings.Contains(string(picture), "the closed form "+k.Name), "%s: a picture of %d bytes", k.Name, len(picture))
		rows := strings.Split(string(must.Get(os.ReadFile(table))(t)), "\n")
		must.Hold(t, len(rows) >= 101 && strings.Contains(rows[0], "closed_") && strings.Count(rows[0], ",") == strings.Count(rows[50], ","), "%s: %d rows, %s", k.Name, len(rows), rows[0])
		hooke(t, "spring", "--kind", k.Name, "--goal", "sine").failed(t, k.Name, exitUsage, "--goal means nothing")
	}
	jitters := hooke(t, "spring", "--kind", "normalized", "--normalized", "1.6,0.2").worked(t)
	must.Hold(t, strings.Contains(jitters.stderr, "warning: Cs or Cd above 1"), "Cs of 1.6: %s", jitters.stderr)
	grows := hooke(t, "spring", "--kind", "normalized", "--normalized", "3,0.6").worked(t)
	must.Hold(t, strings.Contains(grows.stderr, "farther with every step"), "Cs of 3: %s", grows.stderr)
	calm := hooke(t, "spring", "--kind", "normalized", "--normalized", "1,0.2").worked(t)
	must.Hold(t, calm.stderr == "", "Cs of 1: %s", calm.stderr)
}
