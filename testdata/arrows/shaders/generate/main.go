package main

import (
	"log"

	_ "hooke/shaders"
)

func main() { log.Fatal("not generated") }
