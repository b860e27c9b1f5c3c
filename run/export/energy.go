package export

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"hooke/files/safefile"
	"hooke/model"
)

// The columns of an energy file, with units. Those of the ledger come last, if there is
// one.
const (
	energyHeader = "step,time_s,kinetic_J,gravitational_J,elastic_J,contact_J,total_J"
	ledgerHeader = ",damping_J,contact_damping_J,drag_J,friction_J,actuators_J,external_J,constraints_J,residual_J"
	solverHeader = ",solver_J"
	leftHeader   = ",solver_residual"
	// changesHeader is that of springs that tear, yield or creep; dissipated is the sum of all kinds.
	changesHeader = ",fracture_J,plastic_J,dissipated_J"
)

// EnergyCSV is a table of energies over time: a header with units, then one
// row for each sample. Numbers have as many digits as it takes to read back
// the same float64. The file appears when Close succeeds.
type EnergyCSV struct {
	file    *safefile.File
	path    string
	ledger  bool
	solver  bool   // the columns of a solver that divides steps
	changes bool   // those of springs that tear, yield or creep
	rows    []byte // all rows so far, about 120 bytes each, 280 with the ledger
}

// CreateEnergyCSV opens the table and writes its header, with the columns of the ledger
// or without, and last those of a solver that divides steps, if there is one. A table with the
// ledger and changes has those of springs that tear, yield or creep, which such solvers lack. The
// caller ends with Close; a deferred Discard cleans up after an error.
func CreateEnergyCSV(path string, ledger, solver, changes bool) (*EnergyCSV, error) {
	file, err := safefile.Create(path)
	if err != nil {
		return nil, err
	}
	header := energyHeader
	if ledger {
		header += ledgerHeader
	}
	if ledger && solver {
		header += solverHeader
	}
	if solver {
		header += leftHeader
	}
	if ledger && changes {
		header += changesHeader
	}
	if _, err := file.Write([]byte(header + "\n")); err != nil {
		file.Discard()
		return nil, err
	}
	return &EnergyCSV{file: file, path: path, ledger: ledger, solver: solver, changes: changes}, nil
}

// Row appends one sample: the step, the simulated time [s], the energies and their total [J].
// In a table with the ledger it also has, by kind, the energy dissipated and the work since
// the start, and the unexplained energy [J]. For a solver that divides steps it has the
// energy that the solver removed [J], and left: the residual of forces, or of strains.
func (t *EnergyCSV) Row(step int64, time float64, l model.Ledger, left model.Residual) error {
	e, f, begin := l.Now, l.Flows, len(t.rows)
	t.rows = strconv.AppendInt(t.rows, step, 10)
	t.rows = appendValues(t.rows, time, e.Kinetic, e.Gravitational, e.Elastic, e.Contact, e.Total())
	if t.ledger {
		t.rows = appendValues(t.rows, f.Damping, f.ContactDamping, f.Drag, f.Friction, f.Actuators, f.External, f.Constraints, l.Residual())
	}
	if t.ledger && t.solver {
		t.rows = appendValues(t.rows, f.Solver)
	}
	if t.solver {
		t.rows = appendValues(t.rows, left.Force+left.Strain) // a solver has one of them
	}
	if t.ledger && t.changes {
		t.rows = appendValues(t.rows, f.Fracture, f.Plastic, f.Dissipated())
	}
	t.rows = append(t.rows, '\n')
	_, err := t.file.Write(t.rows[begin:])
	return err
}

// Rows returns all rows so far, without the header. A resumed run gives them to Again.
func (t *EnergyCSV) Rows() []byte { return t.rows }

// Again begins the table with the rows of an earlier part of a run.
func (t *EnergyCSV) Again(rows string) error {
	t.rows = append(t.rows, rows...)
	_, err := t.file.Write([]byte(rows))
	return err
}

// Cut takes back the rows from a step on: of states that turned out not to be valid.
func (t *EnergyCSV) Cut(step int64) error {
	left := 0 // bytes
	for row := range strings.Lines(string(t.rows)) {
		_, at, err := ParseEnergyRow(row)
		if err != nil {
			return err
		}
		if at >= step {
			break
		}
		left += len(row)
	}
	if left == len(t.rows) {
		return nil
	}
	rows := string(t.rows[:left])
	again, err := CreateEnergyCSV(t.path, t.ledger, t.solver, t.changes)
	if err != nil {
		return err
	}
	t.file.Discard()
	*t = *again
	return t.Again(rows)
}

// ReadEnergyCSV reads a table of energies: its samples, which count from the first one, and whether it has the
// columns of the ledger.
func ReadEnergyCSV(path string) (samples []EnergySample, ledger bool, err error) {
	err = safefile.Read("export", path, func(file *os.File, _ int64) error {
		lines := bufio.NewScanner(file)
		for first := true; lines.Scan(); first = false {
			if first {
				if !strings.HasPrefix(lines.Text(), energyHeader) {
					return errors.New("it is no table of energies")
				}
				ledger = strings.Contains(lines.Text(), ledgerHeader)
				continue
			}
			sample, _, err := ParseEnergyRow(lines.Text())
			if err != nil {
				return err
			}
			sample.Start = sample.Now
			if len(samples) > 0 {
				sample.Start = samples[0].Now
			}
			samples = append(samples, sample)
		}
		return lines.Err()
	})
	return samples, ledger, err
}

// ParseEnergyRow reads a row that Row wrote. A row does not have the start of the
// ledger.
func ParseEnergyRow(row string) (sample EnergySample, step int64, err error) {
	fields := strings.Split(strings.TrimSuffix(row, "\n"), ",")
	l := &sample.Ledger
	into := []*float64{&sample.Time, &l.Now.Kinetic, &l.Now.Gravitational, &l.Now.Elastic, &l.Now.Contact, nil,
		&l.Damping, &l.ContactDamping, &l.Drag, &l.Friction, &l.Actuators, &l.External, &l.Constraints, nil}
	const withoutLedger, ofSolver, ofChanges = 7, 2, 3
	switch withLedger := 1 + len(into); len(fields) {
	case withoutLedger, withLedger:
	case withoutLedger + 1:
		into = append(into[:withoutLedger-1], nil)
	case withLedger + ofSolver:
		into = append(into, &l.Solver, nil)
	case withLedger + ofChanges:
		into = append(into, &l.Fracture, &l.Plastic, nil)
	default:
		return sample, 0, fmt.Errorf("export: an energy row has %d fields, not %d or %d, or with those of a solver %d or %d, or of springs that change %d",
			len(fields), withoutLedger, withLedger, withoutLedger+1, withLedger+ofSolver, withLedger+ofChanges)
	}
	if step, err = strconv.ParseInt(fields[0], 10, 64); err != nil {
		return sample, 0, fmt.Errorf("export: energy row: %w", err)
	}
	for i, field := range fields[1:] {
		value, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return sample, 0, fmt.Errorf("export: energy row: %w", err)
		}
		if into[i] != nil {
			*into[i] = value
		}
	}
	return sample, step, nil
}

func appendValues(row []byte, values ...float64) []byte {
	for _, value := range values {
		row = append(row, ',')
		row = strconv.AppendFloat(row, value, 'g', -1, 64)
	}
	return row
}

// Close completes the table and gives the file its name.
func (t *EnergyCSV) Close() error { return t.file.Commit() }

// Discard removes the table; after Close it does nothing.
func (t *EnergyCSV) Discard() { t.file.Discard() }
