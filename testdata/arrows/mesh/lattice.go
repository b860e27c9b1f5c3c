package mesh

import (
	"os"

	_ "hooke/model"
)

func fail() {
	os.Exit(1)
}
