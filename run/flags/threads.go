package flags

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// mostThreads is larger than any machine's number of threads.
const mostThreads = 4096

// parseThreads reads a number of threads; 0 is as many as the engine finds worth it. Where
// there can be several, the message says so.
func parseThreads(word string, several bool) (int, error) {
	word = strings.TrimSpace(word)
	value, err := strconv.Atoi(word)
	switch {
	case word == "auto":
		return 0, nil
	case word == "all":
		return runtime.GOMAXPROCS(0), nil
	case err != nil || value < 1 || value > mostThreads:
		if several {
			return 0, fmt.Errorf("give whole numbers from 1 to %d, such as 1,2, or all, or auto", mostThreads)
		}
		return 0, fmt.Errorf("give a whole number from 1 to %d, or all, or auto", mostThreads)
	}
	return value, nil
}

func threadsText(value int) string {
	if value == 0 {
		return "auto"
	}
	return strconv.Itoa(value)
}

// threadsFlag is the flag value of one number of threads.
type threadsFlag struct{ value *int }

func (f threadsFlag) Type() string { return "auto|all|N" }
func (f threadsFlag) String() string {
	if f.value == nil {
		return ""
	}
	return threadsText(*f.value)
}

func (f threadsFlag) Set(text string) (err error) {
	*f.value, err = parseThreads(text, false)
	return err
}

// AddThreads adds the flag --threads to a verb. It stores into value: 0 as long as the engine
// chooses.
func AddThreads(cmd *cobra.Command, value *int) {
	EngineSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(threadsFlag{value}, "threads", "threads of the cpu engine, and step with it; changes no result (default auto: as many as help; all: one per core)")
	})
}

// threadListFlag is the flag value of a list of numbers of threads: 1,2.
type threadListFlag struct{ values *[]int }

func (f threadListFlag) Type() string { return "counts" }
func (f threadListFlag) String() string {
	if f.values == nil {
		return ""
	}
	var words []string
	for _, value := range *f.values {
		words = append(words, threadsText(value))
	}
	return strings.Join(words, ",")
}

func (f threadListFlag) Set(text string) error {
	var values []int
	for word := range strings.SplitSeq(text, ",") {
		value, err := parseThreads(word, true)
		if err != nil {
			return err
		}
		if !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	*f.values = values
	return nil
}

// Threads returns a flag value for numbers of threads, such as 1,2. It stores into
// values; the word "all" means one thread for each core, and "auto", stored as 0, as many as
// the engine finds worth it.
func Threads(values *[]int) pflag.Value { return threadListFlag{values} }
