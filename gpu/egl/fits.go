package egl

// static int loaded; // whether a driver has been loaded, which stays
// static int wasLoaded(void) { return loaded; }
// static void nowLoaded(void) { loaded = 1; }
import "C"

import "hooke/machine/memory"

// fits returns an error where the limit of addresses leaves too few for a driver. Once one is
// loaded another context takes few.
func fits() error {
	if C.wasLoaded() != 0 {
		return nil
	}
	if err := memory.ForOpenGL(); err != nil {
		return err
	}
	C.nowLoaded()
	return nil
}
