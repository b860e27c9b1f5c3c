package cli

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/control"
	"hooke/files/npy"
	"hooke/must"
)

// withListedNames copies inputs.npz with its one name as a list of one text, as np.array(["push"]) is one.
func withListedNames(t *testing.T, from, to string) {
	t.Helper()
	in := must.Get(zip.OpenReader(from))(t)
	defer in.Close()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range in.File {
		r := must.Get(f.Open())(t)
		data := must.Get(io.ReadAll(r))(t)
		if f.Name == "names.npy" {
			listed := strings.Replace(string(data), "'shape': (), }  ", "'shape': (1,), }", 1)
			if listed == string(data) {
				t.Fatalf("names are no single text: %q", data)
			}
			data = []byte(listed)
		}
		entry := must.Get(w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store}))(t)
		must.Do(t, must.Err(entry.Write(data)))
	}
	must.Do(t, w.Close())
	must.Do(t, os.WriteFile(to, out.Bytes(), 0o600))
}

// A run repeats from inputs.npz, to the last bit, also where NumPy has written names as a list of texts. Inputs of another period are refused.
func TestInputsOfNumPy(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	run := func(out string, more ...string) result {
		return hooke(t, append([]string{"run", "../examples/balance.toml", "--engine", "cpu", "--steps", "400", "--out", at(out)}, more...)...)
	}
	ends := func(out string) (arrays []npy.Array) {
		arrays = must.Get(npy.ReadArchive(at(out + "/final.npz")))(t)
		return slices.DeleteFunc(arrays, func(a npy.Array) bool { return a.Name == "run" }) // which says the flags
	}
	run("first").worked(t)
	want := ends("first")
	if len(want) < 3 {
		t.Fatalf("%d arrays", len(want))
	}
	withListedNames(t, at("first/inputs.npz"), at("listed.npz"))
	for name, inputs := range map[string]string{"text": at("first/inputs.npz"), "list": at("listed.npz")} {
		run(name, "--inputs", inputs).worked(t)
		must.Be(t, cmp.Diff(want, ends(name)), "", "names as a %s: the run ends elsewhere", name)
	}
	r := must.Get(control.ReadRecording(at("listed.npz")))(t)
	refusal := fmt.Sprintf("they are of a period of %d steps and a latency of 0; the run has %d and 0", r.Period+1, r.Period)
	r.Period++
	must.Do(t, r.Write(at("other.npz")))
	run("other", "--inputs", at("other.npz")).failed(t, "another period", 2, refusal)
}
