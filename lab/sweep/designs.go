package sweep

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// mostDesignBytes is the largest size of a file of designs.
const mostDesignBytes = 64 << 20

// ReadDesigns reads a file of designs: comma-separated values, whose header has keys of a scene,
// and every row the values of one run.
func ReadDesigns(path string) ([]Variable, error) {
	data, err := readAll(path, mostDesignBytes)
	if err != nil {
		return nil, err
	}
	v, err := parseDesigns(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// parseDesigns reads the text of a file of designs.
func parseDesigns(text string) (out []Variable, err error) {
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	r.Comment, r.TrimLeadingSpace = '#', true
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("it is empty; the first line names keys of the scene, such as actuator[0].phase,run.dt")
	}
	if err != nil {
		return nil, err
	}
	for i, key := range header {
		key = strings.TrimSpace(key)
		if !keyForm.MatchString(key) || rangeForm.MatchString(key) {
			return nil, fmt.Errorf("1: column %d: %q is no key of a scene; write one such as actuator[0].phase or let.speed", i+1, shortened(key))
		}
		out = append(out, Variable{Key: key, Values: []string{}})
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		for i, value := range row {
			line, _ := r.FieldPos(i)
			if value = strings.TrimSpace(value); value == "" {
				return nil, fmt.Errorf("%d: column %d (%s) has no value", line, i+1, out[i].Key)
			}
			if strings.ContainsAny(value, "\n\r") && !strings.HasPrefix(value, `"`) {
				value = strconv.Quote(strings.ReplaceAll(value, "\r\n", "\n")) // a text of several lines, as scene files write it on one
			}
			if list, err := readList("{" + value + "}"); err != nil || len(list) != 1 {
				return nil, fmt.Errorf("%d: column %d (%s): %q is no value; put texts with commas into quotes and lists into brackets", line, i+1, out[i].Key, shortened(value))
			}
			out[i].Values = append(out[i].Values, value)
		}
	}
	if len(out[0].Values) == 0 {
		return nil, errors.New("it has no rows; each row below the header is a run")
	}
	return out, nil
}
