package open_test

// variedScene has every table whose numbers a scene may take without being made again.
const variedScene = `
[let]
soft = 300
phase = 0.3
[run]
solver = "verlet"
duration = 2
gravity = [0.1, 0.2, -9]
drag_half_life = 4
quadratic_drag = 0.02
until = ["fell", "left", "still"]
still_speed = 0.01
still_time = 0.2
fall_height = 0.1
leave_radius = 4
[[mesh]]
make = "lattice"
name = "block"
masses = [3, 3, 4]
spacing = 0.1
density = 700
stiffness = "$soft * 2"
damping_ratio = 0.1
move = [0, 0, 0.5]
velocity = [0.1, 0.2, 0.3]
[[mesh]]
make = "cloth"
name = "sheet"
masses = 4
spacing = 0.1
mass = 0.02
stiffness = 200
shear_stiffness = 30
bend_stiffness = 20
damping_ratio = 0.05
move = [2, 0, 0.5]
[[mesh]]
make = "solid"
cells = 2
spacing = 0.1
modulus = 3e4
density = 800
damping_ratio = 0.05
move = [4, 0, 0.5]
[[mesh]]
make = "rope"
masses = 4
length = 1
material = "wire"
move = [6, 0, 0.5]
[[mass]]
name = "p"
position = [8, 0, 1]
pinned = true
[[mass]]
name = "q"
position = [8, 0, 0.5]
velocity = [1, 2, 3]
mass = 2
[[spring]]
a = "p"
b = "q"
stiffness = 100
damping = 0.5
[[spring]]
a = "p"
b = 0
material = "wire"
[[material]]
name = "wire"
stiffness = 100
damping = 0.2
[[material]]
name = "better"
replaces = "lattice"
stiffness = 700
damping_ratio = 0.2
[[material]]
name = "top"
group = "block/top"
stiffness = 600
[[pin]]
group = "sheet/edge"
[[contact]]
shape = "plane"
normal = [0.1, 0, 1]
offset = -0.4
static_friction = 0.6
kinetic_friction = 0.5
damping_ratio = 0.3
[[contact]]
shape = "sphere"
center = [0.1, 0.2, -0.3]
radius = 0.2
stiffness = 500
damping = 2
velocity = [0.1, 0.2, 0.3]
amplitude = [0.1, 0, 0]
frequency = 2
phase = "$phase"
[[contact]]
shape = "capsule"
a = [10, 0, 0]
b = [11, 0, 0.1]
radius = 0.2
static_friction = 0.6
spin = [0.1, 0.2, 0.3]
pivot = [10, 1, 1]
belt = [0.1, 0.2, 0.3]
[[contact]]
shape = "box"
center = [12, 0.1, 0.1]
half = [0.1, 0.2, 0.3]
turn = [10, 20, 30]
[[actuator]]
group = "block/bottom"
amplitude = 0.1
frequency = 2
phase = "$phase + 1"
half_life = 0.2
[[force]]
group = "block/top"
force = [1, 2, 3]
[[motor]]
group = "block"
axis = [1, 2, 3]
speed = 1.5
damping = 0.3
limit = 4
[[handle]]
near = [8.1, 0.1, 0.4]
target = [8, 0.1, 0.4]
velocity = [0.1, 0.2, 0.3]
stiffness = 30
damping_ratio = 0.2
[[guide]]
kind = "line"
group = "block/bottom"
direction = [1, 2, 3]
point = [0.1, 0.1, 0.1]
[wind]
velocity = [2, 1, 0]
drag = 1.1
lift = 0.2
gust = 0.3
gust_time = 0.4
air_density = 1.3
`

// variedControl has a loop.
const variedControl = `
[[mesh]]
make = "lattice"
masses = [3, 3, 4]
spacing = 0.1
stiffness = 500
[run]
duration = 1
[[contact]]
shape = "plane"
offset = -0.1
stiffness = 400
[[actuator]]
group = "bottom"
amplitude = 0.1
frequency = 2
[[material]]
name = "hum"
group = "top"
frequency = 5
half_life = 0.4
[[material]]
name = "wire"
group = "bottom"
axial_rigidity = 40
damping = 0.1
[control]
period = 0.02
[[input]]
name = "push"
of = "actuator[0].amplitude"
min = -0.2
max = 0.3
rate = 4
[[sensor]]
name = "height"
what = "height"
noise = 0.01
[[controller]]
kind = "sine"
inputs = "push"
bias = 0.1
amplitude = 0.05
frequency = 1.5
phase = 0.5
`
