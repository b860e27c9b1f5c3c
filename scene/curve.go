package scene

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"hooke/files/safefile"
	"hooke/model"
	"hooke/model/inelastic"
)

// MaxTableRows is the largest number of rows of a table, whose values an engine looks up in
// every step.
const MaxTableRows = 100_000

// OpenWave reads the table of an actuator (model.Actuator.Table) from a CSV file in the
// format of ReadWave.
func OpenWave(path string) (model.Curve, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return model.Curve{}, fmt.Errorf("scene: %w", err)
	}
	defer file.Close()
	return ReadWave(file, path)
}

// ReadWave reads a wave as lines of two numbers, separated by a comma: the cycle, ascending
// from 0 to 1, and the value, from −1 to 1. The wave is linear between points, and constant
// before the first and after the last. Numbers may have quotation marks. Empty lines, lines that begin with # and a first line
// of names are skipped. All other lines are an error that begins with name:line.
func ReadWave(r io.Reader, name string) (model.Curve, error) {
	curve, lines, err := readCurve(r, name)
	if err != nil {
		return model.Curve{}, err
	}
	for i, line := range lines {
		if cycle := curve.At[i]; cycle < 0 || cycle > 1 {
			return model.Curve{}, fmt.Errorf("%s:%d: cycle %g is not from 0 to 1; the frequency is the actuator's own", name, line, cycle)
		}
		if value := curve.Value[i]; math.Abs(value) > 1 {
			return model.Curve{}, fmt.Errorf("%s:%d: value %g is not from −1 to 1; the amplitude is the actuator's own", name, line, value)
		}
	}
	return curve, nil
}

// readCurve reads the points of a curve and the line that each is on.
func readCurve(r io.Reader, name string) (curve model.Curve, lines []int, err error) {
	scanner := bufio.NewScanner(r)
	line, named := 0, false
	for scanner.Scan() {
		line++
		text := strings.TrimSpace(scanner.Text())
		if line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		columns := strings.Split(text, ",")
		if len(columns) != 2 {
			return curve, nil, fmt.Errorf("%s:%d: %q is not two columns; write two numbers with a comma between them, such as 0.25,1", name, line, shortened(text))
		}
		at, errAt := number(columns[0])
		value, errValue := number(columns[1])
		if errAt != nil && errValue != nil && len(lines) == 0 && !named {
			named = true // this line has the names of the columns
			continue
		}
		if errAt != nil || errValue != nil {
			return curve, nil, fmt.Errorf("%s:%d: %q is not two finite numbers of at most %g", name, line, shortened(text), float64(model.Largest))
		}
		if last := len(lines) - 1; last >= 0 && at <= curve.At[last] {
			return curve, nil, fmt.Errorf("%s:%d: %g follows %g; the first column must ascend", name, line, at, curve.At[last])
		}
		if len(lines) == MaxTableRows {
			return curve, nil, fmt.Errorf("%s:%d: more than %d points; thin the table out", name, line, MaxTableRows)
		}
		curve.At, curve.Value, lines = append(curve.At, at), append(curve.Value, value), append(lines, line)
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return curve, nil, fmt.Errorf("%s:%d: the line is longer than %d bytes; write two numbers a line, such as 0.25,1", name, line+1, bufio.MaxScanTokenSize)
	} else if err != nil {
		return curve, nil, fmt.Errorf("%s:%d: %w", name, line+1, err)
	}
	if len(lines) == 0 {
		return curve, nil, fmt.Errorf("%s:%d: no points; write two numbers a line, such as 0.25,1", name, line+1)
	}
	return curve, lines, nil
}

// shortened returns the start of a text that is much longer than two numbers are.
func shortened(text string) string {
	const most = 40
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}

func number(text string) (float64, error) {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, `"`); ok {
		if inner, ok = strings.CutSuffix(inner, `"`); ok {
			text = strings.TrimSpace(inner)
		}
	}
	value, err := strconv.ParseFloat(text, 64)
	if err == nil && !(math.Abs(value) <= model.Largest) {
		err = strconv.ErrRange
	}
	return value, err
}

// OpenForces reads a force table of a material from a CSV file in the format of ReadForces.
func OpenForces(path string) (model.Curve, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return model.Curve{}, fmt.Errorf("scene: %w", err)
	}
	defer file.Close()
	return ReadForces(file, path)
}

// ReadForces reads a force table, 2 to inelastic.MostPoints points, as lines of strain and force [N] in the format of ReadWave
// but with any numbers.
func ReadForces(r io.Reader, name string) (model.Curve, error) {
	c, lines, err := readCurve(r, name)
	switch count := len(lines); {
	case err != nil:
		return model.Curve{}, err
	case count < 2:
		return model.Curve{}, fmt.Errorf("%s:%d: one point; a force table has 2 to %d, such as 0,0 and 0.1,2", name, lines[0], inelastic.MostPoints)
	case count > inelastic.MostPoints:
		return model.Curve{}, fmt.Errorf("%s:%d: more than %d points; thin the force table out", name, lines[inelastic.MostPoints], inelastic.MostPoints)
	}
	return c, nil
}

// OpenCurve reads a curve over time from a CSV file of two columns, time [s] and value, in
// the format of ReadWave but with any numbers. Errors name the file and the line.
func OpenCurve(path string) (model.Curve, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return model.Curve{}, err
	}
	defer file.Close()
	c, _, err := readCurve(file, path)
	return c, err
}
