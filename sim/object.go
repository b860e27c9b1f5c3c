package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Member is a key of a JSON object with its value as it is written.
type Member struct {
	Key   string
	Value json.RawMessage
}

// Object reads one JSON object and returns its members in their order. A key that is there twice is a fault.
func Object(text []byte) (members []Member, err error) {
	in := json.NewDecoder(bytes.NewReader(text))
	if first, err := in.Token(); err != nil || first != json.Delim('{') {
		return nil, fmt.Errorf(`give one JSON object, {"key": value, ...} (%.40q)`, text)
	}
	for in.More() {
		key, err := in.Token()
		if err != nil {
			return nil, fmt.Errorf("this is no JSON: %w", err)
		}
		m := Member{Key: key.(string)}
		if slices.ContainsFunc(members, func(other Member) bool { return other.Key == m.Key }) {
			return nil, fmt.Errorf("%q is there twice", m.Key)
		}
		if err := in.Decode(&m.Value); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Key, err)
		}
		members = append(members, m)
	}
	if _, err := in.Token(); err != nil {
		return nil, fmt.Errorf("this is no JSON: %w", err)
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the object")
	}
	return members, nil
}
