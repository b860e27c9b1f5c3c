package cli

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/must"
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
		must.Hold(t, strings.Contains(flat, flag), "hooke help flags has no %s:\n%s", flag, page)
	}
}

// judgeHelp looks at the help of a verb and at the page of shared flags.
func judgeHelp(t *testing.T, verb *cobra.Command, page string) {
	text := hooke(t, verb.Name(), "--help").worked(t).stdout
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	must.Hold(t, len(lines) <= 40, "%d lines, at most 40:\n%s", len(lines), text)
	for _, line := range lines {
		must.Hold(t, utf8.RuneCountInString(line) <= helpWidth, "wider than %d columns: %s", helpWidth, line)
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
	must.Hold(t, count != 0, "not even --help")
}

// The presets stand on one page, and no verb lists them again.
func TestPresetsAreListedOnce(t *testing.T) {
	page := hooke(t, "help", "presets").worked(t).stdout
	for _, p := range preset.All() {
		must.Hold(t, strings.Contains(page, "\n  "+p.Name+" ") && strings.Contains(page, p.Summary), "no %s in\n%s", p.Name, page)
	}
	run := hooke(t, "run", "--help").worked(t).stdout
	if strings.Contains(run, preset.All()[0].Summary) || !strings.Contains(run, "hooke help presets") {
		t.Errorf("run lists presets, or does not say where they are:\n%s", run)
	}
}

// allVerbs are the verbs that the program has.
func allVerbs(t *testing.T) []*cobra.Command {
	t.Helper()
	var out []*cobra.Command
	for _, cmd := range (App{Stdout: &strings.Builder{}, Stderr: &strings.Builder{}, Cache: t.TempDir()}).root().Commands() {
		if !cmd.Hidden && cmd.Name() != "help" && cmd.Name() != "completion" {
			out = append(out, cmd)
		}
	}
	return out
}

// refuses says that a command line is wrong: exit code 2, a sentence, where help is, and no result.
func refuses(t *testing.T, args ...string) {
	t.Helper()
	r := hooke(t, args...)
	if r.code != exitUsage || r.stdout != "" || !strings.HasPrefix(r.stderr, "hooke: ") && !strings.Contains(r.stderr, "\nhooke: ") || !strings.Contains(r.stderr, "\nrun 'hooke") {
		t.Errorf("hooke %s: exit code %d, want 2\n%.300s%.300s", strings.Join(args, " "), r.code, r.stdout, r.stderr)
	}
}

// named are types of flags whose values are names and texts, which only the work can judge.
var named = []string{"string", "stringSlice", "stringArray", "N|NAME"}

// Every verb refuses, with exit code 2, flags that there are not, flags without their values, and each of its flags with a
// value that makes no sense.
//
// Seen to fail: --pareto of gait, which nothing read; a verb that made an error of flags a failure.
func TestVerbsRefuseWrongFlags(t *testing.T) {
	verbs := allVerbs(t)
	if len(verbs) < 15 {
		t.Fatalf("%d verbs", len(verbs))
	}
	flags := 0
	for _, verb := range verbs {
		refuses(t, verb.Name(), "--no-such-flag")
		refuses(t, verb.Name(), "--no-such-flag=1")
		refuses(t, verb.Name(), "-Z")
		verb.Flags().VisitAll(func(flag *pflag.Flag) {
			if flag.Name == "help" {
				return
			}
			flags++
			name := "--" + flag.Name
			if flag.NoOptDefVal == "" {
				refuses(t, verb.Name(), name)
			}
			if !slices.Contains(named, flag.Value.Type()) {
				refuses(t, verb.Name(), name+"=?!")
			}
		})
	}
	must.Hold(t, flags >= 400, "%d flags", flags)
}

// Arguments that are missing or too many, flags that exclude each other or do nothing alone, values that only the scene or
// the machine can judge, and pages of help that there are not: wrong command lines of every verb, with exit code 2.
//
// Seen to fail: --set, --device, --body, --export and help with names that there are not.
func TestVerbsRefuseWrongUsage(t *testing.T) {
	needsGL(t) // devices are listed where one is not there
	seen := map[string]bool{}
	t.Chdir(t.TempDir())
	for _, line := range []string{
		"frob", "help frob", "help run frob", "completion frob", "completion bash extra", "version a",
		"run cube rope", "run cube --steps 5 --time 1", "run cube --set frob", "run cube --set run.frob=1", "run cube --set run.dt=abc", "run cube --set run.dt=-1", "run cube --set contact[7].stiffness=1",
		"run cube --every 5", "run cube --probe 1", "run cube --compress", "run cube --reactions", "run cube --theme light", "run cube --save vtu --fields reaction", "run cube --energy --energy-every 0",
		"run cube --engine gpu --device frob", "run cube --engine cpu --pipeline fused", "run cube --springs 5k",
		"view --offscreen a.png --screenshot b.png", "view --offscreen a.png --record f.mp4", "view --offscreen a.gif", "view cube --best speed", "view cube --top 3", "view cube --steps-per-frame 3", "view cube --device 0",
		"view cube --offscreen a.png --device frob", "view cube --offscreen a.png --set frob=1",
		"resume", "resume a b", "render a b", "render cube --out a.gif", "render cube --at 1 --from 2", "render cube --from 3 --to 2", "render cube --out a.mp4 --small", "render cube --device frob --out a.png",
		"relax cube rope", "relax rope --color force", "relax cube --engine cpuref --workgroup 64", "relax rope --masses 5 --set run.frob=1",
		"gait a b", "gait walker --steps 5 --time 1", "gait walker --settle 5 --time 1", "gait walker --metric frob", "gait walker --body frob", "gait walker --groups frob", "gait walker --forward 0,0,1", "gait walker --set frob",
		"sweep", "sweep a b", "sweep cube", "sweep cube --vary frob", "sweep cube --vary run.frob=1:2:3", "sweep cube --vary contact[7].stiffness=1:2:2", "sweep cube --vary run.dt=1:2:3 --shard 5/3",
		"sweep cube --vary run.drag_half_life=1:2:2 --metric frob", "sweep cube --vary run.drag_half_life=1:2:2 --body frob --time 0.01", "sweep cube --vary run.drag_half_life=1:2:2 --top 3",
		"optimize", "optimize a b", "optimize cube", "optimize cube --vary run.dt=1e-5:1e-4", "optimize cube --vary run.dt=2:1 --maximize speed", "optimize cube --vary run.dt=1e-5:1e-4 --maximize frob",
		"optimize cube --vary run.dt=1e-5:1e-4 --maximize speed --minimize cot",
		"convert", "convert a", "convert a b c", "bench a", "bench --springs 5x", "bench --springs 1k --device frob", "check cube --threads 2", "check cube --set run.frob=1", "check cube --pitch 1",
		"info a b", "info --springs 5k --masses 9", "info cube --set run.frob=1", "info --device frob",
		"scene", "scene a", "scene --export", "scene --export frob", "scene --export cube --print-schema", "scene --print-schema --springs 5k", "spring a", "spring --frequency 0",
	} {
		args := strings.Fields(line)
		seen[args[0]] = true
		refuses(t, args...)
	}
	for _, verb := range allVerbs(t) {
		if !seen[verb.Name()] {
			t.Errorf("no wrong usage of %s is tried", verb.Name())
		}
	}
}

// What is wrong with a file, and not with the command line, stays a failure: also where a setting is given beside it.
func TestFaultsOfFilesAreFailures(t *testing.T) {
	path := write(t, "wrong.toml", "[[mesh]]\npreset = \"cube\"\n[run]\ndt = -1\n")
	for _, args := range [][]string{{"info", path}, {"info", path, "--set", "run.duration=1"}, {"info", path, "--set", "run.frob=1"}, {"info", "missing.obj"}} {
		if r := hooke(t, args...); r.code != exitFailed {
			t.Errorf("%v: exit code %d, want 1\n%s", args, r.code, r.stderr)
		}
	}
}
