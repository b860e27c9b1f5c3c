package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"hooke/must"
)

// Names of files and in files cannot command the terminal: the output has no control characters, no
// characters that turn the direction of writing, and no lines that a name fakes.
func TestNamesCannotCommandTheTerminal(t *testing.T) {
	harmless := func(what string, r result) result {
		t.Helper()
		for where, text := range map[string]string{"stdout": r.stdout, "stderr": r.stderr} {
			for line := range strings.SplitSeq(text, "\n") {
				if strings.HasPrefix(strings.TrimSpace(line), "faked") || strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
					t.Errorf("%s: %s has the line %q", what, where, line)
				}
			}
		}
		return r
	}
	for name, bad := range map[string]string{
		"escape":    "a\x1b[2J\x1b]0;title\x07b",
		"new line":  "a\nfaked: b",
		"return":    "a\rfaked: b",
		"tab":       "a\tb",
		"C1":        "a\u009b31mb",
		"bidi":      "a\u202eb\u2066c",
		"backspace": "a\b\b\x7fb",
	} {
		folder := t.TempDir()
		put := func(file, text string) string {
			t.Helper()
			path := filepath.Join(folder, file)
			must.Do(t, os.WriteFile(path, []byte(text), 0o666))
			return path
		}
		quoted, err := json.Marshal(bad) // TOML reads the escapes of JSON
		must.Do(t, err)
		sheet := "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
		// Names of files: of a mesh, of a scene with a fault, of none, and of a folder.
		mesh := put(bad+".obj", sheet+"f 1 2 3 4\n")
		harmless(name, hooke(t, "info", mesh)).worked(t)
		harmless(name, hooke(t, "run", mesh, "--engine", "cpuref", "--steps", "2", "--out", filepath.Join(folder, "out"+bad))).worked(t)
		for _, args := range [][]string{{"info", put(bad+".toml", "[run]\nx = 1\n")}, {"info", filepath.Join(folder, "none"+bad)}, {"info", filepath.Join(folder, bad, "none.obj")},
			{"resume", mesh}, {"convert", mesh, filepath.Join(folder, bad, "x.ply")}, {"info", "cube", "--set", bad}, {"run", "cube", "--save", bad}, {bad}, {"sweep", "cube", "--vary", bad + "=1:2:2"}} {
			if r := harmless(name, hooke(t, args...)); r.code == exitOK {
				t.Errorf("%s: %q works", name, args)
			}
		}
		// Names in files: groups of meshes, names and keys of scenes, files that they name.
		grouped := put("grouped.obj", sheet+"g "+strings.ReplaceAll(bad, "\n", "")+"\nf 1 2 3 4\n")
		if r := harmless(name, hooke(t, "info", grouped)).worked(t); !strings.Contains(r.stdout, "(4)") {
			t.Errorf("%s: the group is not listed:\n%s", name, r.stdout)
		}
		cloth := "[[mesh]]\nmake = \"cloth\"\nmasses = [3, 3]\nspacing = 0.1\nstiffness = 10\n"
		for _, text := range []string{
			cloth + "name = " + string(quoted) + "\n",
			"[scene]\nname = " + string(quoted) + "\n" + cloth,
			cloth + "[[material]]\nname = " + string(quoted) + "\nstiffness = 5\n",
			cloth + string(quoted) + " = 1\n",
			"[" + string(quoted) + "]\n" + cloth,
			cloth + "[let]\n" + string(quoted) + " = 1\n",
			cloth + "[[group]]\nname = " + string(quoted) + "\nindices = [1]\n[[pin]]\ngroup = \"none\"\n",
			"[[mesh]]\nname = \"a\"\nfile = " + string(quoted) + "\n",
		} {
			r := harmless(name+" in "+text, hooke(t, "info", put("scene.toml", text)))
			if r.code == exitOK && name != "bidi" { // which is no control character, and is spelled
				t.Errorf("%s: it works:\n%s\n%s", name, text, r.stdout)
			}
		}
	}
}
