//go:build !headless

package cli

import (
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/cli/report"
	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/viewer/session"
)

// A window's engines follow its scene. Those of a scene that was read again step as before; those of dropped
// files are of their own. The chosen engine stays.
func TestWindowReplacesTheModel(t *testing.T) {
	needsGL(t)
	d := must.Open(engine.OpenDevice(engine.Listener{}))(t)
	var said strings.Builder
	w := &windowModel{app: App{Stderr: &said, Cache: t.TempDir()}, options: &viewOptions{engine: engine.CPU, gpu: gpu.Options{Drawing: true}}}
	path := write(t, "x.toml", "[[mesh]]\npreset = \"cube\"\n")
	s := must.Get(open.Scene(path, scene.Options{}))(t)
	shown := func(o *session.Opened) *measured {
		t.Helper()
		e := must.Get(o.New(d.GL, o.Subject.Model, o.Subject.Params))(t)
		must.Do(t, e.Step(3))
		return e.(*measured)
	}

	first := w.of(s, []string{path}, scene.Options{}, nil)
	was := shown(first)
	host, ok := model.As[model.HostKeeper](was)
	if !slices.Equal(first.Files, []string{path}) || was.changed || w.now.scene != s || !ok || !host.OnHost() {
		t.Fatalf("files %v, changed %v, on the host %v", first.Files, was.changed, ok)
	}
	must.Do(t, os.WriteFile(path, []byte("[run]\ndrag_half_life = 2\n[[mesh]]\npreset = \"cube\"\n"), 0o666))
	again := must.Get(first.Again())(t)
	now := shown(again)
	if !was.changed || !now.changed || w.now.current != now || w.now.scene.Params.DragHalfLife != 2 {
		t.Errorf("read again: changed %v and %v, drag half-life %g s", was.changed, now.changed, w.now.scene.Params.DragHalfLife)
	}
	was.Close()
	must.Hold(t, was.accuracy == (report.Accuracy{}), "somebody waited for the error of an engine that nobody looks at")

	must.Do(t, os.WriteFile(path, []byte("[[mesh]]\npreset = \"cub\"\n"), 0o666))
	fault, err := again.Again()
	if err == nil || fault == nil || !slices.Equal(fault.Files, []string{path}) || !strings.Contains(said.String(), path+":2:") {
		t.Errorf("fault %v of files %+v; said %q", err, fault, said.String())
	}

	w.choose(engine.GPU + " " + gpu.TwoPass)
	dropped := must.Get(w.read([]string{"cube", "tensegrity"}))(t)
	third := shown(dropped)
	_, onHost := model.As[model.HostKeeper](third)
	if about := third.Describe(); about.Engine != engine.GPU || about.Pipeline != gpu.TwoPass || third.changed || onHost || dropped.Subject.Model.MassCount() != 20 {
		t.Errorf("dropped: %+v, changed %v, on the host %v", about, third.changed, onHost)
	}
	other := must.Get(w.read([]string{"cube"}))(t)
	last := shown(other)
	must.Hold(t, third.changed && !last.changed, "the error of what was shown before the last drop would be measured")
	if last.Lost(); !last.changed {
		t.Error("the error of a lost engine would be measured")
	}
	now.Close()
	third.Close()
	last.Close()
	if live := d.GL.Live(); len(live) > 0 {
		t.Errorf("objects never released: %v", live)
	}

	w.options.noReload = true
	if o := w.of(s, []string{path}, scene.Options{}, nil); o.Files != nil || o.Again != nil {
		t.Error("--no-reload watches files")
	}
}
