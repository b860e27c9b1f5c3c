package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
