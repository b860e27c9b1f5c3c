# Small scenes for scripts/same-results.sh, which sources this: one for each feature of the table of
# support (hooke info --support). A feature that is new there needs a scene here.

# scene FEATURE prints a scene that has the feature; fails for one that it does not know. It reads
# tets.mesh and solid.obj beside it, see tets and solid.
scene() {
  local run='' mesh='' height=0.3 more='' material=$'stiffness = 40\ndamping = 0.002'
  case $1 in
    'springs, dampers, pins, gravity' | 'the full energy ledger' | relaxation | resume) ;;
    'cables (tension only)') material+=$'\ntension_only = true' ;;
    'rigid springs') run='solver = "impulses"' material='rigid = true' ;;
    'normalized springs') material=$'normalized_stiffness = 0.1\nnormalized_damping = 0.1' ;;
    'coefficients of each spring')
      printf '[[mesh]]\nfile = "tets.mesh"\nmodulus = 1e4\n[[contact]]\nshape = "plane"\n'
      return
      ;;
    attachments) more='[[attachment]]' ;;
    actuators) more=$(muscle) ;;
    rods)
      printf '[run]\ndt = 0.001\nsolver = "impulses"\n[[mesh]]\nmake = "helix"\nmasses = 20\nradius = 0.05\nturns = 2\nrise = 0.05\nmaterial = "wire"\n'
      printf 'move = [0, 0, 0.3]\n[[material]]\nname = "wire"\nyoung = 1e7\nradius = 0.003\n[[pin]]\ngroup = "top"\n'
      return
      ;;
    'linear drag') run='drag_half_life = 0.5' ;;
    'quadratic drag') run='quadratic_drag = 1e-4' ;;
    contacts) height=0.001 more=$'[[contact]]\nshape = "plane"' ;;
    'contacts that move') height=0.001 more=$'[[contact]]\nshape = "plane"\nvelocity = [0, 0, 0.1]' ;;
    'contacts that are no planes') height=0.001 more=$'[[contact]]\nshape = "sphere"\ncenter = [0, 0, -0.2]\nradius = 0.2' ;;
    'contacts that hold masses inside') more=$'[[contact]]\nshape = "sphere"\ninside = true\ncenter = [0, 0, 0.3]\nradius = 0.15' ;;
    'contacts with friction') height=0.001 more=$'[[contact]]\nshape = "box"\ncenter = [0, 0, -0.1]\nhalf = [1, 1, 0.1]\nstatic_friction = 0.5\nkinetic_friction = 0.4' ;;
    'contacts per mass') height=0.001 material='normalized_stiffness = 0.1' more=$'[[contact]]\nshape = "plane"' ;;
    'contacts that touch springs and triangles')
      more=$'[[contact]]\nshape = "capsule"\na = [-1, 0.02, 0.285]\nb = [1, 0.02, 0.285]\nradius = 0.015\ntouches = "triangles"'
      ;;
    'collisions of masses') run='dt = 3e-4' more=$(other) ;;
    'collisions with friction') run='dt = 3e-4' more=$(other)$'\nstatic_friction = 0.5\nkinetic_friction = 0.4' ;;
    forces) more=$'[[force]]\nforce = [0.01, 0, 0]\ntable = [[0, 0], [1, 1]]' ;;
    motors) more=$'[[motor]]\ngroup = "free"\naxis = [0, 0, 1]\nspeed = 0.1\ndamping = 0.01' ;;
    handles) more=$'[[handle]]\nmass = 12\ntarget = [0, 0, 0.5]\nstiffness = 5\ndamping = 0.01' ;;
    wind) more=$'[wind]\nvelocity = [3, 1, 0]\ngust = 0.5' ;;
    spins) more=$'[[spin]]\ngroup = "cloth"\naxis = [0, 0, 1]\nspeed = 10\ndamping = 0.001' ;;
    water) more=$'[water]\nlevel = 1\nwave = 0.01\nwave_length = 1' ;;
    'area springs') more=$'[[area]]\ngroup = "cloth"\nstiffness = 20\ndamping = 0.01' ;;
    'pressure in skins') more=$'[[mesh]]\npreset = "balloon"\nname = "ball"\nmove = [5, 0, 0]\n[[pressure]]\ngroup = "ball"\npressure = 100' ;;
    'orientation springs') more=$'[[orient]]\ngroup = "cloth"\nturn = [0, 0, 60]\nfrequency = 2' ;;
    'tracking springs') more=$'[[track]]\ngroup = "free"\nvelocity = [0.2, 0, 0]\nfrequency = 2' ;;
    'angle limits') more=$'[[limit]]\na = 7\nb = 12\nc = 17\nmax = 170\nstiffness = 0.01\ndamping = 1e-5' ;;
    bending) mesh=$'bend_rigidity = 1e-4\nbend_damping_ratio = 0.1' ;;
    'shape matching') more=$'[[shape]]\ngroup = "cloth"\nfrequency = 5' ;;
    guides) more=$'[[guide]]\nkind = "line"\ngroup = "free"\ndirection = [0, 0, 1]' ;;
    control) more=$(loop velocity) ;;
    'sensors of forces or metrics') more=$(loop force) ;;
    'inputs of motors, handles or contacts') height=0.001 more=$'[[contact]]\nshape = "plane"\n'$(loop velocity 'contact[0].velocity_z' -0.1 0.1) ;;
    'inputs of masses') more=$(loop velocity 'mass[free]' 0.5 2) ;;
    'far from the origin') height=5000 ;;
    'force tables') material='force_table = [[-0.1, -3], [0, 0], [0.05, 2], [0.1, 6]]' ;;
    'springs that tear') material+=$'\ntear_strain = 0.0001' ;;
    'springs that yield or creep') material+=$'\nyield_strain = 0.0001\ncreep_half_life = 0.1' ;;
    'collisions of springs and triangles') run='dt = 3e-4' more=$(other)$'\ntouches = ["springs", "triangles"]\nradius = 0.02' ;;
    'friction of springs and triangles, both that contacts touch and that collide')
      run='dt = 3e-4' more=$(other)$'\ntouches = ["springs", "triangles"]\nradius = 0.02\nstatic_friction = 0.5\nkinetic_friction = 0.4\n'
      more+=$'[[contact]]\nshape = "capsule"\na = [-1, 0.02, 0.285]\nb = [1, 0.02, 0.285]\nradius = 0.015\ntouches = "triangles"\nstatic_friction = 0.5\nkinetic_friction = 0.4'
      ;;
    terrain) height=0.001 more=$'[[contact]]\nshape = "terrain"\nmake = "noise"\nsize = [1, 1]\nheight = 0.02' ;;
    'fields of meshes') height=0.001 more=$'[[contact]]\nshape = "field"\nfile = "solid.obj"' ;;
    *) return 1 ;;
  esac
  cat <<END
[run]
$run
[[mesh]]
make = "cloth"
name = "cloth"
masses = [5, 5]
spacing = 0.05
move = [0, 0, $height]
material = "stuff"
$mesh
[[material]]
name = "stuff"
$material
[[group]]
name = "free"
shape = "list"
masses = [12, 13]
[[pin]]
group = "cloth/corners"
$more
END
}

# tets prints a mesh of tetrahedra, each spring of which has its own coefficients.
tets() {
  printf 'MeshVersionFormatted 2\nDimension 3\nVertices 5\n0 0 0.3 0\n0.1 0 0.3 0\n0 0.1 0.3 0\n0 0 0.41 0\n0.1 0.11 0.42 0\n'
  printf 'Tetrahedra 2\n1 2 3 4 0\n2 3 4 5 0\nEnd\n'
}

# solid prints a closed surface below the cloth.
solid() {
  printf 'v -1 -1 -0.2\nv 1 -1 -0.2\nv 1 1 -0.2\nv -1 1 -0.2\nv 0 0 0.02\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n'
}

# muscle prints one that moves all springs.
muscle() { printf '[[actuator]]\ngroup = "cloth"\namplitude = 0.1\nfrequency = 5\n'; }

# other prints a second cloth that falls on the first, and collisions.
other() {
  printf '[[mesh]]\nmake = "cloth"\nmasses = [4, 4]\nspacing = 0.05\nmaterial = "stuff"\nmove = [0.01, 0.01, 0.34]\nvelocity = [0.1, 0, -1]\n[collision]\n'
}

# loop QUANTITY [INPUT MIN MAX] prints a controller by which an input, else the length of a muscle,
# follows from what a sensor of that quantity says.
loop() {
  local of='' gain='[0.1, 0.1, 0.1]' input=${2:-actuator[0].length} min=${3:-0.8} max=${4:-1.2}
  [[ $1 == velocity ]] || of='actuator = "0"' gain=0.1
  [[ -n ${2:-} ]] || muscle
  printf '[control]\nperiod = 0.002\n[[input]]\nname = "u"\nof = "%s"\nmin = %s\nmax = %s\n' "$input" "$min" "$max"
  printf '[[sensor]]\nname = "seen"\nwhat = "%s"\n%s\n' "$1" "$of"
  printf '[[controller]]\nkind = "linear"\nsensors = "seen"\ninputs = "u"\nbias = %s\ngain = %s\n' "$max" "$gain"
}
