package runners

import (
	"slices"

	"hooke/control/metrics"
	"hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/model"
)

// paths are those of the centers of mass of the members of a unit.
type paths struct {
	of        []sweep.Path
	time, com int // numbers of the columns: the time, and the first of three
	table     metrics.Table
}

// pathsOf allocates the paths of a unit; nil if paths are not wanted.
func (r *Together) pathsOf(u *unit) *paths {
	if !r.plan.Paths {
		return nil
	}
	columns := r.plan.Columns()
	return &paths{of: make([]sweep.Path, len(u.members)), time: slices.Index(columns, "time"), com: slices.Index(columns, "com_x")}
}

// look notes where members are. Members that have ended stay where they are.
func (p *paths) look(e ensemble.Engine) error {
	if err := e.Metrics(&p.table); err != nil {
		return err
	}
	for i := range p.of {
		x := p.table.Rows[i].Values
		if p.table.Rows[i].Status != metrics.Diverged {
			p.of[i].Add(x[p.time], model.Vec3(x[p.com:p.com+3]))
		}
	}
	return nil
}
