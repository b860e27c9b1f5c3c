package sim_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hooke/files/npy"
	"hooke/must"
	"hooke/run"
	"hooke/sim"
)

// finished starts a job, which ends without an error, and returns its report.
func finished(t *testing.T, verb, name, options string) sim.Report {
	t.Helper()
	j := must.Get(sim.Start(verb, name, []byte(options), sim.Options{}))(t)
	defer j.Close()
	ended, err := j.Wait(time.Minute)
	must.Hold(t, ended && err == nil, "%s %s: %v, %v", verb, name, ended, err)
	return j.Report()
}

// A run that is stopped keeps a checkpoint, from which resume comes to the bytes of a run that was not.
func TestJobsOfRuns(t *testing.T) {
	folder := t.TempDir()
	half, whole := filepath.Join(folder, "half"), filepath.Join(folder, "whole")
	j := must.Get(sim.Start("run", "walker", []byte(`{"engine": "cpu", "steps": 10000000, "out": "`+half+`"}`), sim.Options{}))(t)
	defer j.Close()
	must.Until(t, "the run begins", func() bool { return j.Report().Done > 0 })
	if ended, err := j.Wait(0); ended || err != nil {
		t.Fatalf("it ends by itself: %v", err)
	}
	j.Stop()
	ended, err := j.Wait(time.Minute)
	must.Hold(t, ended, "it goes on when it is stopped")
	must.Say(t, "a run that is stopped", err, "interrupted at step ", "checkpoint.hooke")

	end := j.Report().Done + 100
	r := finished(t, "resume", filepath.Join(half, run.CheckpointName), fmt.Sprintf(`{"steps": %d, "threads": 1}`, end))
	result := r.Result.(*sim.RunResult)
	must.Hold(t, result.From == end-100 && result.Steps == 100 && result.Folder == half && r.Done == end && r.Of == end, "%+v", r)
	finished(t, "run", "walker", fmt.Sprintf(`{"engine": "cpu", "steps": %d, "energy_every": 0, "out": %q}`, end, whole))
	if _, err := os.Stat(filepath.Join(whole, "energy.csv")); err == nil {
		t.Error("energy.csv is written although its interval is 0")
	}
	for _, name := range []string{"positions", "velocities"} {
		must.Hold(t, bytes.Equal(array(t, half, name), array(t, whole, name)), "%s differ", name)
	}
}

// array returns the bytes of an array of a final.npz.
func array(t *testing.T, folder, name string) []byte {
	t.Helper()
	for _, a := range must.Get(npy.ReadArchive(filepath.Join(folder, run.FinalName)))(t) {
		if a.Name == name {
			return fmt.Append(nil, a.Data)
		}
	}
	t.Fatal("there is no " + name)
	return nil
}

// The spec of a sweep has the words of the program, so that it goes on there.
func TestJobsOfSweeps(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	r := finished(t, "sweep", "rope", `{"vary": {"run.solver": ["verlet", "rk4"], "run.dt": "1e-5:2e-5:2"}, "steps": 2, "engine": "cpu", "set": {"run.gravity": [0, 0, -1.6]}, "out": "`+out+`"}`)
	result := r.Result.(*sim.SweepResult)
	must.Hold(t, r.Done == 4 && r.Of == 4 && result.Runs == 4 && result.Diverged == 0 && result.Folder == out, "%+v", r)
	spec := string(must.Get(os.ReadFile(filepath.Join(out, "spec.toml")))(t))
	must.Hold(t, strings.Contains(spec, "run.solver={verlet, rk4}") && strings.Contains(spec, "run.gravity=[0, 0, -1.6]"), "%s", spec)
	table := must.Get(os.ReadFile(filepath.Join(out, "table.csv")))(t)
	must.Hold(t, bytes.Count(table, []byte("done")) == 4, "%s", table)
}

// A recorded run becomes a mesh that moves, with the key frames of the times that are asked for, and a page; a sweep a page of its best.
func TestJobsOfPages(t *testing.T) {
	folder := t.TempDir()
	out, sweep := filepath.Join(folder, "run"), filepath.Join(folder, "sweep")
	finished(t, "run", "rope", `{"engine": "cpu", "steps": 60, "save": "npz", "every": 10, "out": "`+out+`"}`)
	finished(t, "sweep", "rope", `{"vary": {"run.dt": "1e-5:3e-5:3"}, "metric": ["path"], "steps": 2, "out": "`+sweep+`"}`)
	render := func(name, to, options string) (*sim.RenderReport, string) {
		to = filepath.Join(folder, "pages", to)
		r := finished(t, "render", name, `{"out": "`+to+`"`+options+`}`).Result.(*sim.RenderReport)
		must.Be(t, fmt.Sprint(r.Wrote), "["+to+"]", "file")
		return r, string(must.Get(os.ReadFile(to))(t))
	}
	r, text := render(out, "a.glb", `, "frames": 3, "show": "springs"`)
	must.Hold(t, r.Frames == 3 && r.States == 7 && strings.HasPrefix(text, "glTF"), "%+v", r)
	r, text = render(filepath.Join(out, "trajectory.npz"), "a.html", `, "color": "force", "view": "front"`)
	must.Hold(t, r.Frames == 7 && strings.Contains(text, "<title>rope 200</title>") && strings.Contains(text, ">force</b>") && strings.Contains(text, "energy held [J]"), "%+v", r)
	if r, _ = render("rope", "b.html", `, "masses": 20`); r.Frames != 1 {
		t.Errorf("a structure as it starts has %d frames", r.Frames)
	}
	_, text = render(sweep, "best.html", `, "best": "path", "top": 2`)
	must.Hold(t, strings.Contains(text, "2 best by path") && strings.Count(text, `class="label"`) == 2, "the page of two runs has %d labels", strings.Count(text, `class="label"`))

	to := filepath.Join(folder, "none.glb")
	for options, want := range map[string]string{`"from": 99`: "from: there are no states then", `"springs": "3k"`: "flags of a structure need", `"of": "cube"`: "name the structure"} {
		j := must.Get(sim.Start("render", out, []byte(`{`+options+`, "out": "`+to+`"}`), sim.Options{}))(t)
		_, err := j.Wait(time.Minute)
		must.Say(t, options, err, want)
		j.Close()
		if _, err := os.Stat(to); err == nil {
			t.Errorf("%s: a file is written all the same", options)
		}
	}
}

// A structure is relaxed into the final.npz from which a run starts at rest; one that does not come to rest says how far it is from one.
func TestJobsOfRests(t *testing.T) {
	out := t.TempDir()
	r := finished(t, "relax", "cloth", `{"masses": "6x6", "engine": "cpuref", "out": "`+out+`"}`)
	rest := r.Result.(*run.Rest)
	must.Hold(t, rest.Residual <= rest.Allowed && rest.Steps > 0 && r.Done == rest.Steps && rest.Wrote[0] == filepath.Join(out, run.FinalName), "%+v", r)
	again := finished(t, "relax", "cloth", `{"masses": "6x6", "engine": "cpuref", "residual": `+fmt.Sprint(2*rest.Allowed)+`, "start": "`+rest.Wrote[0]+`", "out": "`+out+`2"}`)
	must.Hold(t, again.Result.(*run.Rest).Steps < rest.Steps/2, "from a rest it takes %+v", again.Result)

	none := filepath.Join(out, "none")
	j := must.Get(sim.Start("relax", "cloth", []byte(`{"masses": "6x6", "engine": "cpuref", "steps": 3, "out": "`+none+`"}`), sim.Options{}))(t)
	defer j.Close()
	_, err := j.Wait(time.Minute)
	must.Say(t, "three steps", err, "relax: after 3 steps the residual is ")
	far := j.Report().Result.(*sim.Unsettled)
	must.Hold(t, far.Steps == 3 && far.Residual > far.Allowed && far.Allowed > 0, "%+v", far)
	if _, err := os.Stat(filepath.Join(none, run.FinalName)); err == nil {
		t.Error("a state that is no rest is written")
	}
}

// Options that are wrong begin nothing.
func TestWrongJobs(t *testing.T) {
	for _, c := range []struct{ verb, options, want string }{
		{"walk", ``, `there is no job "walk"; there are relax, render, resume, run, sweep`},
		{"run", `{"stepss": 3}`, `did you mean "steps"`},
		{"run", `{"steps": 3, "time": 2}`, "steps time"},
		{"run", `{"host": true}`, "host, ground and gravity"},
		{"run", `{"every": 5}`, "nothing is saved every so often"},
		{"resume", `{"dt": 1}`, `"dt" is none`},
		{"sweep", `{"vary": {"run.dt": 1e-4}}`, `run.dt: give a range`},
		{"sweep", `{"vary": ["run.dt=1e-4:2e-4:2"], "tim": 3}`, `key "tim" is unknown`},
		{"sweep", `{"scene": "rope"}`, `"scene" is no option`},
		{"relax", `{"residual": 0}`, "residual"},
		{"relax", `{"host": true}`, "of structures that are stepped"},
		{"render", `{}`, "give a path that ends in .html, .glb or .usda"},
		{"render", `{"out": "a.mp4"}`, "hooke render draws pictures and films"},
		{"render", `{"out": "a.glb", "color": "force"}`, `"color" is none`},
		{"render", `{"out": "a.html", "from": 2, "to": 1}`, "to: 1 s is before from, 2 s"},
		{"render", `{"out": "a.html", "at": 2, "to": 1}`, "at to"},
		{"render", `{"out": "a.html", "top": 2}`, "choose from the folder of a sweep"},
		{"sweep", `{"jobs": 0}`, "give a whole number of at least 1"},
		{"sweep", `{"set": "a=1\nb=2"}`, "give one setting"},
	} {
		_, err := sim.Start(c.verb, "walker", []byte(c.options), sim.Options{})
		must.Say(t, c.verb+" "+c.options, err, c.want)
	}
}
