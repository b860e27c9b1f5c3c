package serve

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"hooke/scene/words"
	"hooke/sim"
)

// mostLine bounds a request's line [bytes]. More numbers come as bytes behind it.
const mostLine = 1 << 20

// lostError is a fault after which requests cannot be told from bytes.
type lostError struct{ reason string }

func (l *lostError) Error() string { return l.reason + "; the session ends" }

func lostf(format string, args ...any) error { return &lostError{fmt.Sprintf(format, args...)} }

// request is a line with the bytes behind it.
type request struct {
	id     json.RawMessage // as it is written; nil: none
	do     string
	bytes  int64 // that follow the line and were not read yet
	fields []sim.Member
	blocks []block
}

// line reads the next line without its end, the last one too where it has none. A line of spaces is empty.
func (s *session) line() ([]byte, error) {
	var line []byte
	for {
		part, err := s.in.ReadSlice('\n')
		if line = append(line, part...); len(line) > mostLine {
			return nil, errors.Join(lostf("a line has more than %d bytes; send numbers as bytes behind a line", mostLine), s.to.fault(&request{}, lostf("a line has more than %d bytes", mostLine)))
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(line) > 0, err == nil:
			return bytes.TrimSpace(line), nil
		}
		return nil, err
	}
}

// parse reads a line. After an error the request has the id, do and bytes that are known; a lostError says that
// the end of its bytes is not.
func parse(line []byte) (*request, error) {
	r := &request{}
	members, err := sim.Object(line)
	if err != nil {
		if text := string(line); strings.Contains(text, `bytes`) || strings.Contains(text, `blocks`) || strings.Contains(text, `\u`) {
			return r, lostf("a line that speaks of bytes cannot be read: %v", err)
		}
		return r, sim.Wrong(err)
	}
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, sim.Wrongf(format, args...)) }
	counted := false
	for _, m := range members {
		switch m.Key {
		case "id":
			if len(m.Value) <= 100 && plain(m.Value) {
				r.id = m.Value
			} else if string(m.Value) != "null" {
				fault("id: give a number or a text of at most 100 bytes")
			}
		case "do":
			if json.Unmarshal(m.Value, &r.do) != nil || r.do == "" {
				fault("do: give the name of a request, such as \"step\"")
			}
		case "bytes":
			if counted = true; json.Unmarshal(m.Value, &r.bytes) != nil || r.bytes < 0 || string(m.Value) == "null" {
				return r, lostf("bytes is %.40s; give a whole number", m.Value)
			}
		case "blocks":
			if r.blocks, err = blocksOf(m.Value); err != nil {
				faults = append(faults, sim.Wrongf("blocks: %w", err))
			}
		default:
			r.fields = append(r.fields, m)
		}
	}
	if !counted && slices.ContainsFunc(members, func(m sim.Member) bool { return m.Key == "blocks" }) {
		return r, lostf("the line has blocks without \"bytes\", the sum of theirs")
	}
	if r.do == "" && len(faults) == 0 {
		fault("\"do\" is missing; give the name of a request, such as \"step\"")
	}
	return r, errors.Join(faults...)
}

// plain reports whether a value is a number or a text.
func plain(value json.RawMessage) bool {
	return len(value) > 0 && (value[0] == '"' || value[0] == '-' || value[0] >= '0' && value[0] <= '9')
}

// verb returns the verb of a request, whose fields it knows.
func (r *request) verb() (*verb, error) {
	all := verbs()
	at := slices.IndexFunc(all, func(v verb) bool { return v.name == r.do })
	if at < 0 {
		var known []string
		for _, v := range all {
			known = append(known, v.name)
		}
		return nil, sim.Wrongf("do: %.40q is unknown%s; known are %s", r.do, words.Guess(r.do, known), strings.Join(known, ", "))
	}
	v := &all[at]
	for _, m := range r.fields {
		if !slices.Contains(v.fields, m.Key) {
			known := append([]string{"id", "do"}, v.fields...)
			if v.most != nil {
				known = append(known, "bytes", "blocks")
			}
			return nil, sim.Wrongf("%.40q is unknown%s; %s takes %s", m.Key, words.Guess(m.Key, known), v.name, strings.Join(known, ", "))
		}
	}
	return v, nil
}

// field returns a field as it is written; nil: it is missing.
func (r *request) field(name string) json.RawMessage {
	for _, m := range r.fields {
		if m.Key == name && string(m.Value) != "null" {
			return m.Value
		}
	}
	return nil
}

// take reads a field into to, and reports whether it is there. kind says which values it takes.
func (r *request) take(name, kind string, to any) (bool, error) {
	value := r.field(name)
	if value == nil {
		return false, nil
	}
	if err := json.Unmarshal(value, to); err != nil {
		return true, sim.Wrongf("%s is %.60s; give %s", name, value, kind)
	}
	return true, nil
}

// text returns a field that is a text and must be there.
func (r *request) text(name, kind string) (text string, err error) {
	if _, err := r.take(name, kind, &text); err != nil {
		return "", err
	}
	if text == "" {
		return "", sim.Wrongf("%q is missing; give %s", name, kind)
	}
	return text, nil
}

// listed returns a list of a request by its name: in its line, where one value needs no brackets, or as a block.
func listed[T any](r *request, name, kind string) ([]T, error) {
	list, err := optional[T](r, name, kind)
	if err == nil && list == nil {
		err = sim.Wrongf("%q are missing; give a list of %s, or a block", name, kind)
	}
	return list, err
}

// optional is listed, but nil where the list is missing.
func optional[T any](r *request, name, kind string) ([]T, error) {
	text := r.field(name)
	at := slices.IndexFunc(r.blocks, func(b block) bool { return b.Name == name })
	switch {
	case text != nil && at >= 0:
		return nil, sim.Wrongf("%s are in the line and in a block; give one of them", name)
	case at >= 0:
		return inBlock[T](r.blocks[at])
	case text == nil:
		return nil, nil
	case text[0] != '[':
		text = append(append(json.RawMessage("["), text...), ']')
	}
	var list []*T
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, sim.Wrongf("%s is %.60s; give a list of %s", name, r.field(name), kind)
	}
	out := make([]T, len(list))
	for i, x := range list {
		if x == nil {
			return nil, sim.Wrongf("%s: value %d is null; give %s", name, i, kind)
		}
		out[i] = *x
	}
	return out, nil
}

// inBlock returns the list that a block is: numbers; a mask; or seeds, whose bits are those of int64.
func inBlock[T any](b block) (list []T, err error) {
	switch to := any(&list).(type) {
	case *[]float64:
		*to, err = b.floats()
	case *[]bool:
		err = b.is(sim.Uint8)
		*to = decoded(b.data, 1, func(p []byte) bool { return p[0] != 0 })
	case *[]uint64:
		err = b.is(sim.Int64)
		*to = decoded(b.data, 8, binary.LittleEndian.Uint64)
	}
	return list, err
}

// is returns an error for another type.
func (b block) is(want sim.Type) error {
	if b.Type != want {
		return sim.Wrongf("%s: type is %s; give %s", b.Name, b.Type, want)
	}
	return nil
}
