package sweep

import (
	"fmt"
	"strings"

	"hooke/order/random"
	"hooke/scene/open"
)

// Noise is a key to whose numbers something random is added in every repeat but the first. Its
// text is KEY=SIZE.
type Noise struct {
	Key  string
	Size float64 // standard deviation of a normal distribution, in the key's unit
}

// ParseNoise reads the text of noise.
func ParseNoise(text string) (n Noise, err error) {
	key, size, found := strings.Cut(text, "=")
	if n.Key = strings.TrimSpace(key); !found || !keyForm.MatchString(n.Key) {
		return n, fmt.Errorf("%q is no noise; write KEY=SIZE, such as mesh[0].velocity=0.01", shortened(text))
	}
	if n.Size, err = number(size); err == nil && n.Size < 0 {
		err = fmt.Errorf("%g must not be negative", n.Size)
	}
	return n, err
}

// String returns the text of the noise.
func (n Noise) String() string { return n.Key + "=" + written(n.Size) }

// settings returns the values of the key with noise, in every table that it names.
func (n Noise) settings(b *open.Base, from []string, stream *random.Stream) (out []string, err error) {
	found, err := b.Numbers(n.Key, from)
	if err != nil {
		return nil, fmt.Errorf("noise: %w", err)
	}
	for _, f := range found {
		var words []string
		for _, x := range f.Numbers {
			words = append(words, written(x+n.Size*stream.Normal()))
		}
		value := strings.Join(words, ", ")
		if f.List {
			value = "[" + value + "]"
		}
		out = append(out, f.Path+"="+value)
	}
	return out, nil
}
