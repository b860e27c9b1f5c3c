package main

// #include "hooke.h"
import "C"

import (
	"encoding/json"
	"sync"
	"time"

	"hooke/machine/panics"
	"hooke/sim"
)

// Jobs by their numbers, which are never used again.
var jobs = struct {
	sync.Mutex
	last uint64
	of   map[uint64]*sim.Job
}{of: map[uint64]*sim.Job{}}

//export goStart
func goStart(verb, name, options *C.char, to *C.hk_error) C.uint64_t {
	var j *sim.Job
	err := panics.Guard(func() error {
		what, err := named("the verb", verb)
		if err != nil {
			return err
		}
		of, err := named("the name of a preset or file", name)
		if err != nil {
			return err
		}
		j, err = sim.Start(what, of, []byte(textOf(options)), sim.Options{Program: program()})
		return sim.Wrong(err)
	})
	if tell(err, to) != C.HK_OK {
		return 0
	}
	jobs.Lock()
	defer jobs.Unlock()
	jobs.last++
	jobs.of[jobs.last] = j
	return C.uint64_t(jobs.last)
}

// ofJob calls f with the job of a number.
func ofJob(number C.uint64_t, to *C.hk_error, f func(j *sim.Job) error) C.int {
	jobs.Lock()
	j := jobs.of[uint64(number)]
	jobs.Unlock()
	if j == nil {
		return tell(sim.Wrongf("this job is NULL, or was released"), to)
	}
	return tell(panics.Guard(func() error { return f(j) }), to)
}

//export goWait
func goWait(number C.uint64_t, seconds C.double, ended *C.int32_t, to *C.hk_error) C.int {
	return ofJob(number, to, func(j *sim.Job) error {
		if !(seconds >= 0) || seconds > 1e9 {
			return sim.Wrongf("a wait of %g s; give a number of at least 0", float64(seconds))
		}
		over, err := j.Wait(time.Duration(float64(seconds) * 1e9))
		if ended != nil {
			if *ended = 0; over {
				*ended = 1
			}
		}
		return err
	})
}

//export goTold
func goTold(number C.uint64_t, dst *C.char, bytes C.int64_t, needed *C.int64_t, to *C.hk_error) C.int {
	return ofJob(number, to, func(j *sim.Job) error {
		text, err := json.Marshal(j.Report())
		if err != nil {
			return err
		}
		return copyOut(text, dst, bytes, needed)
	})
}

//export goStop
func goStop(number C.uint64_t, to *C.hk_error) C.int {
	return ofJob(number, to, func(j *sim.Job) error {
		j.Stop()
		return nil
	})
}

//export goRelease
func goRelease(number C.uint64_t) {
	jobs.Lock()
	j := jobs.of[uint64(number)]
	delete(jobs.of, uint64(number))
	jobs.Unlock()
	if j != nil {
		j.Close()
	}
}
