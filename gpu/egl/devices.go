package egl

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Variable is the environment variable that chooses a device where Options.Device does not.
const Variable = "HOOKE_DEVICE"

// DebugVariable is the environment variable that asks for debug contexts, where it is not
// empty.
const DebugVariable = "HOOKE_DEBUG"

// ResetsVariable is the environment variable that, set to off, leaves Options.Robust out: a driver that
// reports resets may check the bounds of every access, and rates of both kinds of contexts show the cost of
// that.
const ResetsVariable = "HOOKE_RESETS"

// ErrNoDevice is wrapped where the device that was asked for is not there.
var ErrNoDevice = errors.New("egl: no such device")

// Device is a device that EGL lists.
type Device struct {
	Number   int    `json:"number"`             // in the list of EGL, from 0
	Renderer string `json:"renderer,omitempty"` // GL_RENDERER of its driver; empty where that has no context for hooke
	Software bool   `json:"software"`           // the driver runs on the CPU
	Error    string `json:"error,omitempty"`    // why there is no context
}

// Devices lists the devices of EGL by their numbers. It makes a context on each, after which none is current
// on the calling thread. The list is empty where the limit of addresses is too low for their drivers, and
// without libEGL.
func Devices() []Device {
	if fits() != nil {
		return nil
	}
	return list(candidates())
}

func list(from []candidate) (out []Device) {
	for _, c := range from {
		if c.number == noNumber {
			continue
		}
		d := Device{Number: c.number, Software: !c.device}
		renderer, err := c.rendererOf()
		if err != nil {
			d.Error = err.Error()
		} else {
			d.Renderer, d.Software = renderer, d.Software || isSoftware(renderer)
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b Device) int { return a.Number - b.Number })
	return out
}

// rendererOf is GL_RENDERER of a context on a display.
func (c candidate) rendererOf() (string, error) {
	made, err := c.open(Options{})
	if err != nil {
		return "", err
	}
	defer made.Close()
	return rendererNow(), nil
}

// wanted is the device that Options.Device or Variable asks for, or empty.
func (o Options) wanted() string {
	if o.Device != "" {
		return strings.TrimSpace(o.Device)
	}
	return strings.TrimSpace(os.Getenv(Variable))
}

// choose are the displays of the device that Options.Device or Variable asks for: all where
// neither does.
func choose(from []candidate, o Options) (chosen []candidate, err error) {
	wanted := o.wanted()
	if wanted == "" {
		return from, nil
	}
	number, notNumber := strconv.Atoi(wanted)
	for _, c := range from {
		if notNumber != nil {
			renderer, err := c.rendererOf()
			if err == nil && strings.Contains(strings.ToLower(renderer), strings.ToLower(wanted)) {
				chosen = append(chosen, c)
			}
		} else if c.number != noNumber && c.number == number {
			chosen = append(chosen, c)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("%w: %q; %s", ErrNoDevice, wanted, listed(list(from)))
	}
	return chosen, nil
}

// listed lists the devices, for an error.
func listed(devices []Device) string {
	if len(devices) == 0 {
		return "EGL lists no device here: leave out --device and " + Variable
	}
	var out strings.Builder
	out.WriteString("give a number or a part of a name of these:")
	for _, d := range devices {
		name := d.Renderer
		if name == "" {
			name = "no context: " + d.Error
		}
		fmt.Fprintf(&out, "\n  %d  %s", d.Number, name)
	}
	return out.String()
}
