package engine

import "os"

// longTests says whether tests take their long forms.
func longTests() bool { return os.Getenv("HOOKE_LONG") != "" }
