package accuracy

import "os"

// longTests says whether the long tests are wanted: "make test-long" sets
// HOOKE_LONG.
func longTests() bool { return os.Getenv("HOOKE_LONG") != "" }
