hooke: --body: no group is called "frob"; known are bottom, top
run 'hooke sweep --help'
