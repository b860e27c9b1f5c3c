package main

// #include "hooke.h"
import "C"

import (
	"encoding/json"

	"hooke/machine/panics"
	"hooke/sim"
	"hooke/sim/env"
	"hooke/sim/robots"
)

//export goAbout
func goAbout(dst *C.char, bytes C.int64_t, needed *C.int64_t, to *C.hk_error) C.int {
	return tell(panics.Guard(func() error {
		about := sim.About()
		about["abi"], about["robots"] = C.HK_ABI, robots.Quantities()
		text, err := json.Marshal(about)
		if err != nil {
			return err
		}
		return copyOut(text, dst, bytes, needed)
	}), to)
}

//export goInfo
func goInfo(number C.uint64_t, dst *C.char, bytes C.int64_t, needed *C.int64_t, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		text, err := json.Marshal(env.Describe(h.object))
		if err != nil {
			return err
		}
		return copyOut(text, dst, bytes, needed)
	})
}
