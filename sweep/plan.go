package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"hooke/scene/open"
)

// physicsVersion is a part of every id. It is raised when the same scene gives other numbers in
// the same engine, so that a sweep does not mix them.
const physicsVersion = 1

// Job is one run of a sweep.
type Job struct {
	ID       string   // 12 hexadecimal digits: what is run, for how long, in which engine, and what is measured
	Run      int64    // number of the point, from 0
	Repeat   int      // from 0
	Values   []string // of the variables
	Settings []string // KEY=VALUE, all of them
}

// Plan is a sweep with its scene: all jobs, judged. It is frozen.
type Plan struct {
	Spec   Spec
	Base   *open.Base
	Digest string // of the scene, see open.Base.Digest
	Jobs   []Job  // point by point, the repeats of a point one after the other

	hashes sync.Map // of files that scenes name, by name
}

// NewPlan fills in the spec, reads its scene, and judges the values of all runs by the schema of
// scenes. A fault of a value names the variable and the run.
func NewPlan(s Spec) (*Plan, error) {
	p := &Plan{Spec: s.Defaults()}
	if err := p.Spec.Check(); err != nil {
		return nil, err
	}
	var err error
	if p.Base, err = open.NewBase(p.Spec.Scene); err != nil {
		return nil, err
	}
	if p.Digest, err = p.Base.Digest(); err != nil {
		return nil, err
	}
	if p.Spec.Sample == Asked {
		return p, p.judgeRanges()
	}
	points, err := NewPoints(&p.Spec)
	if err != nil {
		return nil, err
	}
	p.Jobs = make([]Job, p.Spec.Runs*int64(p.Spec.Repeat))
	return p, p.fill(points)
}

// fill makes all jobs, on all cores. Of several faults it returns that of the first run.
func (p *Plan) fill(points Points) error {
	var group sync.WaitGroup
	var lock sync.Mutex
	first, fault := len(p.Jobs), error(nil)
	cores := max(1, min(runtime.GOMAXPROCS(0), len(p.Jobs)))
	for core := range cores {
		group.Go(func() {
			for i := core; i < len(p.Jobs); i += cores {
				err := p.fillJob(i, points)
				if err == nil {
					continue
				}
				lock.Lock()
				if i < first {
					first, fault = i, err
				}
				lock.Unlock()
				return
			}
		})
	}
	group.Wait()
	return fault
}

// fillJob makes job i.
func (p *Plan) fillJob(i int, points Points) error {
	j := &p.Jobs[i]
	j.Run, j.Repeat = int64(i)/int64(p.Spec.Repeat), i%p.Spec.Repeat
	j.Values = points.Values(j.Run)
	return p.complete(j)
}

// Point are the jobs of a point of values, one for each repeat, judged. Safe for concurrent use.
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

// judgeRanges judges both ends of all variables, the others in the middle, and leaves the point in
// the middle of all as the only one.
func (p *Plan) judgeRanges() (err error) {
	middle := make([]string, len(p.Spec.Vary))
	for d := range middle {
		middle[d] = p.Spec.Vary[d].At(0.5)
	}
	for d := range middle {
		for _, end := range []float64{0, 1} {
			values := slices.Clone(middle)
			values[d] = p.Spec.Vary[d].At(end)
			if _, err := p.Point(0, values); err != nil {
				return err
			}
		}
	}
	p.Jobs, err = p.Point(0, middle)
	return err
}

// complete fills in the settings and the id of a job by its values, and judges them.
func (p *Plan) complete(j *Job) error {
	j.Settings = append([]string(nil), p.Spec.Set...)
	for d, value := range j.Values {
		j.Settings = append(j.Settings, p.Spec.Vary[d].Key+"="+value)
	}
	if err := p.disturb(j); err != nil {
		return err
	}
	if err := p.Base.Judge(j.Settings); err != nil {
		return p.blame(j, err)
	}
	text, err := p.Base.Text(j.Settings)
	if err != nil {
		return err
	}
	j.ID, err = p.idOf(text, p.Base.Files(j.Settings))
	if err != nil {
		return fmt.Errorf("%w\n(run %d of the sweep)", err, j.Run)
	}
	return nil
}

// hashOf is the hash of a file that a scene names, which is read once.
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

// disturb adds noise to the settings of a repeat, and a seed for what is random in the scene.
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

// blame adds to a fault which variable and which run it is of.
func (p *Plan) blame(j *Job, err error) error {
	for d, value := range j.Values {
		if key := p.Spec.Vary[d].Key; strings.Contains(err.Error(), "    "+key+"="+value+"\n") {
			return fmt.Errorf("%w\n(sweep variable %s, run %d)", err, key, j.Run)
		}
	}
	if len(j.Settings) > len(p.Spec.Set) {
		return fmt.Errorf("%w\n(run %d of the sweep)", err, j.Run)
	}
	return err
}

// idOf is the id of a job: the first digits of the SHA-256 of what decides its numbers.
func (p *Plan) idOf(text string, files []string) (string, error) {
	s, o := &p.Spec, &p.Spec.Metrics
	sum := sha256.New()
	fmt.Fprintf(sum, "hooke sweep %d\n%s\n%g s %d steps\n%s %s\n", physicsVersion, text, s.Time, s.Steps, s.Engine, s.Precision)
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

// Shard is a part of a sweep: the points k with k mod Count = Number. The zero value is all.
type Shard struct {
	Number, Count int64 // Number counts from 0; Count 0: there is one part
}

// ParseShard reads NUMBER/COUNT, or the word mpi, for which the variables of the environment that
// Open MPI, MPICH, PMIx and Slurm give to ranks say the numbers; look is os.LookupEnv.
func ParseShard(text string, look func(name string) (string, bool)) (s Shard, err error) {
	if text == "mpi" {
		for _, pair := range [][2]string{{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"}, {"SLURM_PROCID", "SLURM_NTASKS"}} {
			rank, has := look(pair[0])
			if size, also := look(pair[1]); has && also {
				return ParseShard(rank+"/"+size, look)
			}
		}
		return s, errors.New("mpi: no variable tells of a rank (OMPI_COMM_WORLD_RANK, PMI_RANK or SLURM_PROCID); start it with mpirun or srun")
	}
	var rest string
	if n, _ := fmt.Sscanf(text+" ", "%d/%d%s", &s.Number, &s.Count, &rest); n != 2 || s.Count < 1 {
		return s, fmt.Errorf("%q is no shard; write NUMBER/COUNT, such as 0/4, or mpi", shortened(text))
	}
	if s.Number < 0 || s.Number >= s.Count {
		return s, fmt.Errorf("%s: shards are counted from 0; the last of %d is %d/%d", shortened(text), s.Count, s.Count-1, s.Count)
	}
	return s, nil
}

// Has says whether a point belongs to the shard.
func (s Shard) Has(run int64) bool { return s.Count < 2 || run%s.Count == s.Number }
