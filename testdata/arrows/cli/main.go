package cli

import "os"

func exit() { os.Exit(1) }
