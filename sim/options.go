package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/run/flags"
	"hooke/scene"
	"hooke/scene/words"
)

// Options say how a scene is opened and stepped. The zero value opens it as it is, in the engine that engine.Auto
// chooses.
type Options struct {
	Scene     scene.Options
	Engine    string // of engine.Names, or engine.Auto; empty: Auto
	Threads   int    // of the engine cpu; 0: as many as are worth it. States do not depend on them
	GPU       gpu.Options
	Ledger    bool        // keep a ledger of all energy, see the quantity flows
	Start     string      // final.npz to start from; empty: the scene's own start
	Host      bool        // the caller acts at boundaries, see Act; controllers of the scene act as well
	Ground    bool        // of arrays: level ground lies just below the structure, as below a mesh file; otherwise no ground
	Gravity   *model.Vec3 // of arrays [m/s²]; nil: that of the Earth, downward
	Listener  engine.Listener
	Program   string // the program that writes files, for people; empty: hooke
	TuningOff bool   // do not measure which pipeline is the fastest
}

// mostOptions bounds the text of options [bytes].
const mostOptions = 1 << 20

// ParseOptions reads one JSON object. Its keys are the flags of hooke run for the structure and its steps,
// with - or _ between words; values are texts, numbers, true or false, or a list of scenes that stand side by
// side. set is an object of keys of the scene with their values, or a list of texts KEY=VALUE. host = true
// says that the caller acts at boundaries; ground and gravity are of arrays, see OpenArrays.
// An empty text, or null, has no options.
//
//	{"springs": "1M", "engine": "cpu", "threads": 2, "set": {"run.gravity": [0, 0, -1.6]}}
func ParseOptions(text []byte) (o Options, err error) {
	return o, o.Parse(text, func(*cobra.Command) {})
}

// Parse is ParseOptions with more flags, which the caller adds.
func (o *Options) Parse(text []byte, add func(cmd *cobra.Command)) error {
	cmd, structure := flagsOf(o)
	add(cmd)
	if err := giveAll(cmd, text); err != nil {
		return err
	}
	inputs := o.Scene.Inputs
	o.Scene = structure.Resolve()
	o.Scene.Inputs, o.Scene.StateGiven = inputs, o.Start != ""
	return nil
}

// giveAll gives the flags of a command the values of a JSON object.
func giveAll(cmd *cobra.Command, text []byte) error {
	pairs, err := pairsOf(text, "set")
	for i := 0; i < len(pairs) && err == nil; i++ {
		err = give(cmd, pairs[i])
	}
	if err == nil {
		err = cmd.ValidateFlagGroups()
	}
	if err != nil {
		return fmt.Errorf("options: %w", err)
	}
	return nil
}

// flagsOf are the flags that options may have.
func flagsOf(o *Options) (*cobra.Command, *flags.Structure) {
	o.Engine = engine.Auto
	cmd, structure := &cobra.Command{}, &flags.Structure{}
	set := cmd.Flags()
	set.Var(flags.Choice(&o.Engine, append([]string{engine.Auto}, engine.Names()...)), "engine", "")
	set.StringVar(&o.Scene.Inputs, "inputs", "", "")
	set.StringVar(&o.Start, "start", "", "")
	set.BoolVar(&o.Ledger, "energy", false, "")
	set.BoolVar(&o.Host, "host", false, "")
	set.BoolVar(&o.Ground, "ground", false, "")
	set.Var(flags.Vector(&o.Gravity), "gravity", "")
	flags.AddPrecision(cmd, &o.GPU.Precision)
	flags.AddPipeline(cmd, &o.GPU.Pipeline)
	flags.AddWorkGroup(cmd, &o.GPU.WorkGroup)
	flags.AddThreads(cmd, &o.Threads)
	structure.Add(cmd)
	return cmd, structure
}

// pair is a key of an object with its value.
type pair struct {
	key   string
	value any
}

// pairsOf reads one JSON object in the order of its keys, each of which it has once. Objects among its values, whose order
// counts, too, are those of the named keys.
func pairsOf(text []byte, objects ...string) (pairs []pair, err error) {
	if len(text) > mostOptions {
		return nil, fmt.Errorf("%d bytes; at most %d", len(text), mostOptions)
	}
	if text = bytes.TrimSpace(text); len(text) == 0 || string(text) == "null" {
		return nil, nil
	}
	members, err := Object(text)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		p := pair{key: m.Key}
		if slices.Contains(objects, p.key) && bytes.HasPrefix(m.Value, []byte("{")) {
			p.value, err = pairsOf(m.Value)
		} else {
			p.value, err = decoded(m.Value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.key, err)
		}
		pairs = append(pairs, p)
	}
	return pairs, nil
}

// decoded is any JSON, with numbers as they are written.
func decoded(raw json.RawMessage) (value any, err error) {
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	return value, in.Decode(&value)
}

// give gives a flag a value.
func give(cmd *cobra.Command, p pair) error {
	name := strings.ReplaceAll(p.key, "_", "-")
	flag := cmd.Flags().Lookup(name)
	if flag == nil {
		known := flags.Names(cmd)
		return fmt.Errorf("%q is none%s; known are %s", p.key, words.Guess(name, known), strings.Join(known, ", "))
	}
	texts, err := textsOf(name, p.value)
	if err != nil {
		return err
	}
	for _, text := range texts {
		if err := cmd.Flags().Set(name, text); err != nil {
			return fmt.Errorf("%s: %w", p.key, err)
		}
	}
	return nil
}

// textsOf are the texts that a flag is given for a value: one, of set and free as many as there are.
func textsOf(name string, value any) ([]string, error) {
	settings, _ := value.([]pair)
	list, isList := value.([]any)
	switch {
	case name == "set" && settings != nil:
		return settingsOf(settings)
	case (name == "set" || name == "free") && isList:
		return eachText(name, list)
	case isList:
		parts, err := eachText(name, list)
		return []string{strings.Join(parts, between(name))}, err
	}
	text, err := textOf(name, value)
	return []string{text}, err
}

// between is the separator of the numbers of a list.
func between(name string) string {
	if name == "masses" {
		return "x"
	}
	return ","
}

func eachText(name string, list []any) (texts []string, err error) {
	for _, value := range list {
		text, err := textOf(name, value)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// textOf is the text behind a flag.
func textOf(name string, value any) (string, error) {
	switch value := value.(type) {
	case string:
		return value, nil
	case json.Number:
		return value.String(), nil
	case bool:
		return fmt.Sprint(value), nil
	}
	return "", fmt.Errorf("%s: give a text, a number, true or false", name)
}

// settingsOf are settings KEY=VALUE of an object, with values as a scene file has them.
func settingsOf(pairs []pair) (texts []string, err error) {
	for _, p := range pairs {
		value, err := settingOf(p.value)
		if err != nil {
			return nil, fmt.Errorf("set: %s: %w", p.key, err)
		}
		texts = append(texts, p.key+"="+value)
	}
	return texts, nil
}

// settingOf writes a value as TOML does, whose texts may be written as those of JSON.
func settingOf(value any) (string, error) {
	switch value := value.(type) {
	case string:
		return quoted(value), nil
	case json.Number:
		return value.String(), nil
	case bool:
		return fmt.Sprint(value), nil
	case []any:
		var parts []string
		for _, item := range value {
			part, err := settingOf(item)
			if err != nil {
				return "", err
			}
			parts = append(parts, part)
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	}
	return "", errors.New("give a text, a number, true, false, or a list of these")
}

// quoted is a text in quotes, as TOML has it.
func quoted(text string) string {
	var out strings.Builder
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	_ = to.Encode(text) // a text is always written
	return strings.ReplaceAll(strings.TrimSpace(out.String()), "\x7f", `\u007f`)
}
