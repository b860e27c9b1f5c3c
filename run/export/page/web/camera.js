// The camera: it looks at a target from a distance; z is up. Lengths are meters, angles radians. A box has a low and a high end
// along each axis.

const { abs, ceil, cos, exp, floor, hypot, max, min, PI, round, sin } = Math;

const SLOPE = 0.3153, // of the upper edge of the view, which is 35 degrees high
  clamp = (x, low, high) => min(max(x, low), high),
  plus = (a, factor, b) => a.map((x, k) => x + factor * b[k]),
  middle = box => box.map(([low, high]) => (low + high) / 2),
  size = hypot(...run.box.map(([low, high]) => high - low)) || 1,
  camera = {};

// aim finds the axes and the eye, and how they become clip space.
function aim() {
  const { azimuth: a, elevation: e, target, distance } = camera, { width, height } = picture, back = [cos(e) * cos(a), cos(e) * sin(a), sin(e)],
    near = max(distance - 2 * size, distance / 200), far = distance + 12 * size, depth = near - far;
  Object.assign(camera, {
    right: [-sin(a), cos(a), 0], up: [-sin(e) * cos(a), -sin(e) * sin(a), cos(e)], back, eye: plus(target, distance, back),
    view: [width, height], lens: [height / width / SLOPE, 1 / SLOPE, (far + near) / depth, 2 * far * near / depth]
  });
}

// seen returns how far right, up and back of the target the corners of a box are.
const seen = box => [0, 1, 2, 3, 4, 5, 6, 7].map(corner => {
  const x = box.map((ends, k) => ends[corner >> k & 1] - camera.target[k]);
  return [camera.right, camera.up, camera.back].map(axis => axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2]);
});

// fit shows the whole box of the run, in a part of the width of the view.
function fit(part) {
  Object.assign(camera, run.view, { target: middle(run.box), distance: size });
  aim();
  const [wide, high] = camera.lens;
  camera.distance = max(0.1 * size, ...seen(run.box).map(([x, y, z]) => z + 1.12 * max(abs(x) * wide / part, abs(y) * high)));
}

function turn(right, down) {
  camera.azimuth -= right;
  camera.elevation = clamp(camera.elevation + down, -1.55, 1.55); // 89 degrees: at the pole up has no direction
}

function zoom(factor) {
  camera.distance = clamp(camera.distance * factor, 1e-3 * size, 40 * size);
}

// pan moves the target by parts of the height of the view.
function pan(x, y) {
  const { target, right, up, distance } = camera, reach = 2 * distance * SLOPE;
  camera.target = plus(plus(target, -reach * x, right), reach * y, up);
}

fit(1);
