package export

import (
	fatal "log"

	_ "hooke/model"
)

func fail(err error) {
	fatal.Printf("export: %v", err)
	fatal.Fatalf("export: %v", err)
}
