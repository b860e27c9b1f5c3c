package cli

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/scene/preset"
)

// The help of a verb fits a screen, and has each of its flags: with its meaning, or by
// name where another page says what it means.
func TestHelpOfAVerbFitsAScreen(t *testing.T) {
	page := hooke(t, "help", "flags").worked(t).stdout
	// Lines as they would be if nothing had been broken into two.
	flat := regexp.MustCompile(`\n {3,}`).ReplaceAllString(page, " ")
	for _, verb := range (App{}).root().Commands() {
		if verb.Runnable() && verb.Name() != "help" && verb.Name() != "completion" {
			t.Run(verb.Name(), func(t *testing.T) { judgeHelp(t, verb, flat) })
		}
	}
	for _, flag := range []string{"--up x|y|z", "--as cloth|lines|tets", "--pipeline auto|two-pass|fused|resident", "--theme dark|light"} {
		if !strings.Contains(flat, flag) {
			t.Errorf("hooke help flags has no %s:\n%s", flag, page)
		}
	}
}

// judgeHelp looks at the help of a verb and at the page of shared flags.
func judgeHelp(t *testing.T, verb *cobra.Command, page string) {
	text := hooke(t, verb.Name(), "--help").worked(t).stdout
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) > 40 {
		t.Errorf("%d lines, at most 40:\n%s", len(lines), text)
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > helpWidth {
			t.Errorf("wider than %d columns: %s", helpWidth, line)
		}
	}
	flat := regexp.MustCompile(`\n {10,}`).ReplaceAllString(text, " ")
	count := 0
	verb.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		count++
		name := regexp.MustCompile(`--` + flag.Name + `\b[^-]`)
		_, usage := pflag.UnquoteUsage(flag)
		usage = strings.ReplaceAll(usage, "\n", " ")
		switch {
		case !name.MatchString(flat):
			t.Errorf("no --%s", flag.Name)
		case !strings.Contains(flat, usage) && !strings.Contains(page, usage):
			t.Errorf("what --%s means is neither here nor in hooke help flags:\n%s", flag.Name, usage)
		}
	})
	if count == 0 {
		t.Error("not even --help")
	}
}

// The presets stand on one page, and no verb lists them again.
func TestPresetsAreListedOnce(t *testing.T) {
	page := hooke(t, "help", "presets").worked(t).stdout
	for _, p := range preset.All() {
		if !strings.Contains(page, "\n  "+p.Name+" ") || !strings.Contains(page, p.Summary) {
			t.Errorf("no %s in\n%s", p.Name, page)
		}
	}
	run := hooke(t, "run", "--help").worked(t).stdout
	if strings.Contains(run, preset.All()[0].Summary) || !strings.Contains(run, "hooke help presets") {
		t.Errorf("run lists presets, or does not say where they are:\n%s", run)
	}
}
