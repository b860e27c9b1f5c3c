package main_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hooke/must"
)

// secondDriver are the tests of each folder that run on a second driver.
func secondDriver(t *testing.T) map[string][]string {
	t.Helper()
	list := must.Get(os.ReadFile("scripts/second-driver.txt"))(t)
	folders := map[string][]string{}
	for line := range strings.Lines(string(list)) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			folders[words[0]] = append(folders[words[0]], words[1:]...)
		}
	}
	return folders
}

// Every test of the list is there, once: one that was renamed would be left out unnoticed.
func TestSecondDriverRunsWhatIsThere(t *testing.T) {
	folders := secondDriver(t)
	for _, folder := range []string{"gpu/glx", "gpu", "viewer/draw"} {
		must.Hold(t, len(folders[folder]) != 0, "no test of %s runs on the second driver", folder)
	}
	seen := map[string]bool{}
	for folder, names := range folders {
		there := testsOf(t, folder)
		for _, name := range names {
			if !there[name] {
				t.Errorf("%s has no %s", folder, name)
			}
			if seen[name] {
				t.Errorf("%s is listed twice", name)
			}
			seen[name] = true
		}
	}
}

// testsOf are the tests in a folder.
func testsOf(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files := must.Get(filepath.Glob(filepath.Join(folder, "*_test.go")))(t)
	out, test := map[string]bool{}, regexp.MustCompile(`(?m)^func (Test\w+)\(t `)
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(t)
		for _, name := range test.FindAllSubmatch(text, -1) {
			out[string(name[1])] = true
		}
	}
	return out
}

// The second driver's tests run where it is; where it is not, that is said, and a failure
// when it is required; and another driver is not taken for it.
func TestSecondDriver(t *testing.T) {
	// The fake go prints the driver it was started with. The probe is for gltest.
	const fakeGo = `case "$*" in *gltest*)
		PROBE
		;; esac
		echo "$MESA_LOADER_DRIVER_OVERRIDE $LIBGL_ALWAYS_SOFTWARE $VK_ICD_FILENAMES $HOOKE_RENDERER $HOOKE_GPU" >>log
		case "$*" in *gltest*) exit 0;; esac
		echo "$*" >>log
		TESTS`
	for _, c := range []struct {
		name, probe, tests string
		icds               []string
		environment        []string
		status             int
		said               string
		logged             []string
	}{
		{name: "runs", icds: []string{"lvp_icd.i686.json", "lvp_icd.x86_64.json"}, said: "tests passed on zink over lavapipe",
			logged: []string{"zink 1 icds/lvp_icd.x86_64.json zink llvmpipe require\n", "|TestConformanceOfWhatChanges|", "./gpu/glx ./gpu/glx", "./viewer/draw"}},
		{name: "a description without a processor", icds: []string{"lvp_icd.json"}, said: "tests passed", logged: []string{"zink 1 icds/lvp_icd.json"}},
		{name: "not installed", said: "zink over lavapipe cannot be had here: no lvp_icd*.json"},
		{name: "not installed and told", said: "ITS TESTS DID NOT RUN"},
		{name: "not installed, required", environment: []string{"HOOKE_SECOND=require"}, status: 1, said: "makes this a failure"},
		{name: "another renderer", icds: []string{"lvp_icd.x86_64.json"}, probe: `echo "the renderer is softpipe"; exit 1`, said: "cannot be had here: the renderer is softpipe"},
		{name: "another renderer, required", icds: []string{"lvp_icd.x86_64.json"}, probe: "exit 1", environment: []string{"HOOKE_SECOND=require"}, status: 1, said: "makes this a failure"},
		{name: "a test fails", icds: []string{"lvp_icd.x86_64.json"}, tests: "echo FAIL; exit 1", status: 1, said: "FAIL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			m.fake("uname", "echo x86_64")
			m.fake("go", strings.NewReplacer("PROBE", cmp.Or(c.probe, "true"), "TESTS", cmp.Or(c.tests, "true")).Replace(fakeGo))
			for _, icd := range c.icds {
				m.write("icds/"+icd, "{}")
			}
			status, said, log := m.run(append(c.environment, "HOOKE_ICDS=icds"), "scripts/second-driver.sh")
			if status != c.status || !strings.Contains(said, c.said) {
				t.Errorf("exit %d, want %d; it said\n%s, want %q in it", status, c.status, said, c.said)
			}
			for _, part := range c.logged {
				if !strings.Contains(log, part) {
					t.Errorf("the driver was started with\n%s, want %q in it", log, part)
				}
			}
			if len(c.logged) == 0 && c.tests == "" && strings.Contains(log, "Test") {
				t.Errorf("tests ran:\n%s", log)
			}
		})
	}
}
