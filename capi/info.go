package main

// #include "hooke.h"
import "C"

import (
	"encoding/json"

	"hooke/engine"
	"hooke/lab/ensemble"
	"hooke/sim"
)

//export goAbout
func goAbout(dst *C.char, bytes C.int64_t, needed *C.int64_t, to *C.hk_error) C.int {
	return tell(guard(func() error {
		quantities := map[string]string{}
		for _, q := range sim.Quantities() {
			quantities[q.Name] = q.Meaning
		}
		text, err := json.Marshal(map[string]any{"abi": C.HK_ABI, "engines": engine.Names(), "quantities": quantities, "fields": ensemble.Paths()})
		if err != nil {
			return err
		}
		return copyOut(text, dst, bytes, needed)
	}), to)
}

//export goInfo
func goInfo(number C.uint64_t, dst *C.char, bytes C.int64_t, needed *C.int64_t, to *C.hk_error) C.int {
	return with(number, to, func(h *handle) error {
		text, err := json.Marshal(h.Info())
		if err != nil {
			return err
		}
		return copyOut(text, dst, bytes, needed)
	})
}
