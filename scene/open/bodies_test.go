package open

import (
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// trajectory is a scene whose muscles are those of its mesh.
const trajectory = "[[mesh]]\npreset = \"walker\"\nground = \"keep\"\n[[contact]]\nshape = \"plane\"\n"

// Muscles that a mesh brings are set as actuators of the file are, and are the same ones where nothing is set.
func TestMusclesOfAMeshAreActuators(t *testing.T) {
	path := scenetest.Write(t, "trajectory.toml", trajectory)
	plain := must.Get(Scene(path, scene.Options{}))(t)
	own := plain.Params.Actuators
	b := must.Get(NewBase(path))(t)
	same := must.Get(b.Scene([]string{"actuator[2].amplitude=" + "0.15"}))(t)
	if own[2].Amplitude != 0.15 || model.Fingerprint(same.Model, same.Params) != model.Fingerprint(plain.Model, plain.Params) {
		t.Error("setting what is there gives another scene")
	}
	settings := []string{"actuator[*].frequency=3", "run.gravity=[0,0,-1]", "actuator[4].phase=0.5"}
	s := must.Get(b.Scene(settings))(t)
	for i, a := range s.Params.Actuators {
		want := own[i]
		if want.Frequency = 3; i == 4 {
			want.Phase = 0.5
		}
		if a.Frequency != want.Frequency || a.Phase != want.Phase || a.Amplitude != want.Amplitude {
			t.Errorf("actuator %d is %+v, want %+v", i, a, want)
		}
	}
	settled, err := b.Judge(settings)
	must.Hold(t, err == nil && strings.Count(settled.Text, "[[actuator]]") == len(own), "%v; the text is\n%s", err, settled.Text)
	if found, err := b.Numbers("actuator[1].phase", nil); err != nil || len(found) != 1 || found[0].Numbers[0] != own[1].Phase {
		t.Errorf("%v, %v", found, err)
	}
	must.Say(t, "", must.Err(b.Judge([]string{"actuator[12].phase=0"})), "the last is actuator[11]")
	none := must.Get(NewBase(scenetest.Write(t, "rope.toml", "[[mesh]]\nmake = \"rope\"\nmasses = 5\nlength = 1\nspan = 1\nstiffness = 1e3\n")))(t)
	must.Say(t, "", must.Err(none.Judge([]string{"actuator[*].phase=0"})), "the scene has no actuator whose phase could be set")
}

// drawn is a scene of voxels of three kinds.
const drawn = `[run]
duration = 1
[[mesh]]
make = "voxels"
spacing = 0.1
frequency = 2
voxels = "AA\n\nRR"
[[voxel]]
letter = "A"
modulus = 1e5
amplitude = 0.1
[[voxel]]
letter = "R"
name = "rigid"
modulus = 1e6
[[voxel]]
letter = "S"
modulus = 1e5
`

// A kind of voxel that is not drawn is no fault, not even the only muscle; a body in two parts is told.
func TestBodiesOfVoxels(t *testing.T) {
	path := scenetest.Write(t, "bot.toml", drawn)
	for _, c := range []struct{ voxels, note string }{
		{`"AA\n\nRR"`, ""}, {`"RR"`, ""}, {`"AR.S"`, "the voxels are 2 bodies that touch nowhere; the largest has 2 of 3 voxels"},
		{`"A.R.S\n\n....S"`, "the voxels are 3 bodies that touch nowhere; the largest has 2 of 4 voxels"}, {`"AR\n\n\n.S"`, ""},
	} {
		s, err := Scene(path, scene.Options{Set: "mesh.voxels=" + c.voxels})
		if err != nil {
			t.Errorf("%s: %v", c.voxels, err)
			continue
		}
		if notes := strings.Join(s.Report.Notes, "; "); strings.Contains(notes, "bodies") != (c.note != "") || !strings.Contains(notes, c.note) {
			t.Errorf("%s: the notes are %q, want %q", c.voxels, notes, c.note)
		}
	}
	b := must.Get(NewBase(path))(t)
	for path, want := range map[string]float64{"voxel[A].amplitude": 0.1, "voxel[rigid].modulus": 1e6, "voxel[R].modulus": 1e6, "voxel[S].modulus": 1e5} {
		if found, err := b.Numbers(path, nil); err != nil || len(found) != 1 || found[0].Numbers[0] != want {
			t.Errorf("%s: %v, %v; want %g", path, found, err, want)
		}
	}
	must.Say(t, "", must.Err(b.Judge([]string{"voxel[rigit].modulus=1"})), `did you mean "rigid"?`)
}
