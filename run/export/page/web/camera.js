// The camera: it looks at a target from a distance; z is up. Lengths are meters, angles radians.

const SLOPE = Math.tan(35 / 2 * Math.PI / 180); // of half the vertical field of view
const STEEPEST = 89 * Math.PI / 180; // at the pole up has no direction

const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a, factor, b) => a.map((x, k) => x + factor * b[k]);
const middle = ([low, high]) => low.map((x, k) => (x + high[k]) / 2);
const corners = box => [0, 1, 2, 3, 4, 5, 6, 7].map(corner => box[0].map((_, k) => box[corner >> k & 1][k]));

const camera = {
  size: Math.hypot(...plus(run.box[1], -1, run.box[0])) || 1,

  // aim finds the axes and the eye.
  aim() {
    const [sa, ca, se, ce] = [camera.azimuth, camera.elevation].flatMap(x => [Math.sin(x), Math.cos(x)]);
    camera.axes = [[-sa, ca, 0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]]; // right, up, back
    camera.eye = plus(camera.target, camera.distance, camera.axes[2]);
  },

  // seen returns how far right, up and back of the target a position is.
  seen: x => camera.axes.map(axis => dot(axis, plus(x, -1, camera.target))),

  // reset shows the whole box in a view of an aspect (width / height).
  reset(aspect) {
    [camera.azimuth, camera.elevation] = run.view;
    camera.target = middle(run.box);
    camera.distance = 0.1 * camera.size;
    camera.aim();
    for (const [x, y, z] of corners(run.box).map(camera.seen)) {
      camera.distance = Math.max(camera.distance, z + 1.12 * Math.max(Math.abs(x) / aspect, Math.abs(y)) / SLOPE);
    }
  },

  turn(azimuth, elevation) {
    camera.azimuth += azimuth;
    camera.elevation = clamp(camera.elevation + elevation, -STEEPEST, STEEPEST);
  },

  zoom(factor) {
    camera.distance = clamp(camera.distance * factor, 1e-3 * camera.size, 40 * camera.size);
  },

  // pan moves the target by parts of the height of the view.
  pan(x, y) {
    const [right, up] = camera.axes, reach = 2 * camera.distance * SLOPE;
    camera.target = plus(plus(camera.target, -reach * x, right), reach * y, up);
  },

  // lens returns the scales of right, up and back in clip space, and the shift of depth.
  lens(aspect) {
    const { distance, size } = camera, near = Math.max(distance - 2 * size, distance / 200), far = distance + 12 * size;
    return [1 / SLOPE / aspect, 1 / SLOPE, (far + near) / (near - far), 2 * far * near / (near - far)];
  },
};

camera.reset(1.5);
