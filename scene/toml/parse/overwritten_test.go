package parse_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/must"
	"hooke/scene/toml/parse"
)

// A setting has no effect where later ones set all values that it sets, by whatever names, and has one where a value of it lasts.
func TestOverwritten(t *testing.T) {
	text := "[let]\nk = 1\n" + twoMuscles + "[[force]]\nforce = [1, 2, 3]\n[[contact]]\nstiffness = 1\n[[voxel]]\nletter = \"A\"\n"
	one := func(w parse.Overwrite) []parse.Overwrite { return []parse.Overwrite{w} }
	first := one(parse.Overwrite{By: 1, Numbers: 1})
	for _, c := range []struct {
		settings []string
		want     []parse.Overwrite
	}{
		{[]string{"run.dt=1", "run.dt=2"}, first},
		{[]string{"run.dt=1", "run.seed=2"}, nil},
		{[]string{"contact[0].stiffness=1", "contact[*].stiffness=2"}, first},
		{[]string{"contact.stiffness=1", "contact[0..0].stiffness=2"}, first},
		{[]string{"contact.stiffness=1", "contact[0].damping=2"}, nil},
		{[]string{"let.k=1", "let.k=2"}, first},
		{[]string{"voxel[A].modulus=1", "voxel[0].modulus=2"}, first},
		{[]string{"actuator[0].phase=1", "actuator[left].phase=2"}, first},
		{[]string{"actuator[right].phase=1", "actuator[left].phase=2"}, nil},
		{[]string{"actuator[*].phase=1", "actuator[1].phase=2"}, nil},
		{[]string{"actuator[1].phase=1", "actuator[*].phase=2"}, one(parse.Overwrite{By: 1, Numbers: 1, Wider: true})},
		{[]string{"actuator[*].phase=1", "actuator[1].phase=2", "actuator[0].phase=2"}, one(parse.Overwrite{By: 2, More: 1, Numbers: 2})},
		{[]string{"force[0].force[1]=1", "force.force=[1,2,3]"}, one(parse.Overwrite{By: 1, Numbers: 1, Wider: true})},
		{[]string{"force[0].force=[1,2,3]", "force.force[0]=4"}, nil},
		{[]string{"force[0].force=[1,2,3]", "force.force[*]=4"}, one(parse.Overwrite{By: 1, Numbers: 3})},
		{[]string{"force[0].force=[1,2,3]", "force.force=[4]"}, one(parse.Overwrite{By: 1, Numbers: 3})},
		{[]string{"force[0].force[2]=1", "force.force[1]=1"}, nil},
		{[]string{"wind.speed=1", "wind.speed=2", "wind.speed=3"}, []parse.Overwrite{{By: 2, Numbers: 1}, {Setting: 1, By: 2, Numbers: 1}}}, // a table that the file lacks
		{[]string{"nothing", "actuator[9].phase=1", "run.dt[0]=1"}, nil},
	} {
		must.Be(t, cmp.Diff(c.want, parse.NewSource([]byte(text), "s.toml").Overwritten(c.settings...)), "", "%v", c.settings)
	}
}
