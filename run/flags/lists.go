package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hooke/scene"
)

// joined writes a list with commas between the texts of its values.
func joined[T any](text func(v T) string) func(list []T) string {
	return func(list []T) string {
		var words []string
		for _, v := range list {
			words = append(words, text(v))
		}
		return strings.Join(words, ",")
	}
}

// each reads a list of words with commas between them, each by a function.
func each[T any](read func(word string) (T, error)) func(text string) ([]T, error) {
	return func(text string) (list []T, err error) {
		for word := range strings.SplitSeq(text, ",") {
			v, err := read(word)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	}
}

// once keeps the first of equal values that a function reads.
func once[T comparable](read func(text string) ([]T, error)) func(text string) ([]T, error) {
	return func(text string) (list []T, err error) {
		all, err := read(text)
		for _, v := range all {
			if !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
		return list, err
	}
}

// Counts returns a flag value for numbers of springs, such as 56k,1M. It stores into at.
func Counts(at *[]int64) pflag.Value {
	read := func(word string) (int64, error) { return scene.ParseCount(strings.TrimSpace(word)) }
	return value[[]int64]{at, "counts", joined(shortCount), each(read)}
}

// Choice returns a flag value for one word out of allowed. It stores into at.
func Choice(at *string, allowed []string) pflag.Value {
	return value[string]{at, strings.Join(allowed, "|"), printed[string], func(text string) (string, error) {
		if !slices.Contains(allowed, text) {
			return "", fmt.Errorf("choose %s", strings.Join(allowed, " or "))
		}
		return text, nil
	}}
}

// Choices returns a flag value for words out of allowed, or all of them by the word "all". It stores into at.
func Choices(at *[]string, allowed []string) pflag.Value {
	text := func(list []string) string {
		if slices.Equal(list, allowed) {
			return "all"
		}
		return strings.Join(list, ",")
	}
	return value[[]string]{at, strings.Join(append(slices.Clone(allowed), "all"), ","), text, chosen(allowed)}
}

// List returns a flag value for words out of allowed, at least one. It stores into at.
func List(at *[]string, allowed []string) pflag.Value {
	text := func(list []string) string { return strings.Join(list, ",") }
	return value[[]string]{at, strings.Join(allowed, ","), text, func(text string) ([]string, error) {
		if strings.TrimSpace(text) == "" {
			return nil, errors.New("name at least one of " + strings.Join(allowed, ", "))
		}
		return chosen(allowed)(text)
	}}
}

// chosen reads words out of allowed, in the order of allowed, each once.
func chosen(allowed []string) func(text string) ([]string, error) {
	return func(text string) (list []string, err error) {
		for word := range strings.SplitSeq(text, ",") {
			word = strings.TrimSpace(word)
			switch {
			case word == "all":
				list = append(list, allowed...)
			case slices.Contains(allowed, word):
				list = append(list, word)
			default:
				return nil, fmt.Errorf("%q is unknown; known are %s, and all", word, strings.Join(allowed, ", "))
			}
		}
		return slices.DeleteFunc(slices.Clone(allowed), func(known string) bool { return !slices.Contains(list, known) }), nil
	}
}
