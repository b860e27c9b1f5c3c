package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"hooke/scene/open"
)

// physicsVersion is a part of every id. It is raised when the same scene gives other numbers in
// the same engine, so that a sweep does not mix them.
const physicsVersion = 1

// shapesVersion is physicsVersion of members of ensembles among contacts that are no planes: these had engines of their own before.
const shapesVersion = 2

// notPlane finds contacts that are no planes in the text of a scene.
var notPlane = regexp.MustCompile(`(?m)^shape = "(sphere|box|capsule)"$`)

// versionOf returns the version of the numbers of a run.
func (s *Spec) versionOf(text string) int {
	if Together(s.Engine) && s.Engine != OnDevice && notPlane.MatchString(text) {
		return shapesVersion
	}
	return physicsVersion
}

// Job is one run of a sweep.
type Job struct {
	ID       string   // 12 hexadecimal digits of the run, its length, the engine and the metrics
	Run      int64    // number of the point, from 0
	Repeat   int      // from 0
	Values   []string // of the variables
	Settings []string // KEY=VALUE, all of them
}

// Plan is a sweep with its scene: the jobs of a shard, judged. It is frozen.
type Plan struct {
	Spec   Spec
	Base   *open.Base
	Digest string        // of the scene, see open.Base.Digest
	Jobs   []Job         // of the shard, point by point, the repeats of a point one after the other
	Took   time.Duration // of judging
	Paths  bool          // whether runners are to note the paths of centers of mass
	Notes  []string      // of scenes, about parts that were left out or look wrong
	First  *Job          // the first of these; of a shard without points, of the sweep

	hashes sync.Map // of files that scenes name, by name
}

// NewPlan returns Judge of all points.
func NewPlan(s Spec) (*Plan, error) { return Judge(context.Background(), s, Judging{}) }

// Point returns the jobs of a point of values, one for each repeat, judged. Safe for concurrent use.
func (p *Plan) Point(run int64, values []string) ([]Job, error) {
	jobs := make([]Job, p.Spec.Repeat)
	for i := range jobs {
		jobs[i] = Job{Run: run, Repeat: i, Values: values}
		if err := p.complete(&jobs[i]); err != nil {
			return nil, err
		}
	}
	return jobs, nil
}

// hashOf returns the hash of a file that a scene names, which is read once.
func (p *Plan) hashOf(name string) (any, error) {
	if known, has := p.hashes.Load(name); has {
		return known, nil
	}
	sum, err := p.Base.HashFile(name)
	if err == nil {
		p.hashes.Store(name, sum)
	}
	return sum, err
}

// disturb adds noise to the settings of a repeat, and a seed for everything random in the
// scene.
func (p *Plan) disturb(j *Job) error {
	if j.Repeat == 0 {
		return nil
	}
	stream := p.Spec.seedOf(j.Run, j.Repeat)
	for _, n := range p.Spec.Noise {
		more, err := n.settings(p.Base, j.Settings, &stream)
		if err != nil {
			return err
		}
		j.Settings = append(j.Settings, more...)
	}
	for i := range p.Spec.Vary {
		if p.Spec.Vary[i].Key == "run.seed" {
			return nil
		}
	}
	j.Settings = append(j.Settings, fmt.Sprintf("run.seed=%d", j.Repeat))
	return nil
}

// mostSuspects bounds how many variables blame tries to do without.
const mostSuspects = 64

// blame adds to a fault which variable and which run it is of: the variable that the fault shows, or the one without which there is
// none, as where an expression of the scene uses a variable of [let]. judge finds faults of settings.
func (p *Plan) blame(j *Job, err error, judge func(settings []string) error) error {
	for d, value := range j.Values {
		if key := p.Spec.Vary[d].Key; strings.Contains(err.Error(), "    "+key+"="+value+"\n") {
			return fmt.Errorf("%w\n(sweep variable %s, run %d)", err, key, j.Run)
		}
	}
	for d := range min(len(j.Values), mostSuspects) {
		at := len(p.Spec.Set) + d
		if judge(slices.Delete(slices.Clone(j.Settings), at, at+1)) == nil {
			return fmt.Errorf("%w\n(sweep variable %s = %s, run %d)", err, p.Spec.Vary[d].Key, j.Values[d], j.Run)
		}
	}
	if len(j.Settings) > len(p.Spec.Set) {
		return fmt.Errorf("%w\n(run %d of the sweep)", err, j.Run)
	}
	return err
}

// judge finds faults of settings by the schema of scenes.
func (p *Plan) judge(settings []string) error {
	_, err := p.Base.Judge(settings)
	return err
}

// idOf returns the id of a job: the first digits of the SHA-256 of all inputs of its numbers.
func (p *Plan) idOf(text string, files []string) (string, error) {
	s, o := &p.Spec, &p.Spec.Metrics
	sum := sha256.New()
	fmt.Fprintf(sum, "hooke sweep %d\n%s\n%g s %d steps\n%s %s\n", s.versionOf(text), text, s.Time, s.Steps, s.Engine, s.Precision)
	fmt.Fprintf(sum, "%d %g %g %q %q", o.Every, o.Settle, o.Forward, o.Body, o.Groups)
	for _, name := range files {
		hash, err := p.hashOf(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%q %x", name, hash)
	}
	return hex.EncodeToString(sum.Sum(nil))[:12], nil
}
