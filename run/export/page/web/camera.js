// The camera: it looks at a target from a distance; z is up. Lengths are meters, angles radians.

const FIELD = 35 * Math.PI / 180; // vertical field of view

class Camera {
  constructor(box, view) {
    this.box = box;
    this.view = view;
    this.size = Math.hypot(...box[1].map((x, k) => x - box[0][k])) || 1;
    this.reset(1.5);
  }

  // reset shows the whole box in a view of an aspect (width / height).
  reset(aspect) {
    [this.azimuth, this.elevation] = this.view;
    this.target = this.box[0].map((x, k) => (x + this.box[1][k]) / 2);
    const { right, up, back } = this.axes();
    const tan = Math.tan(FIELD / 2), margin = 1.12;
    this.distance = 0.1 * this.size;
    for (let corner = 0; corner < 8; corner++) {
      const d = this.target.map((x, k) => this.box[corner >> k & 1][k] - x);
      const x = Math.abs(dot(d, right)), y = Math.abs(dot(d, up)), z = dot(d, back);
      this.distance = Math.max(this.distance, z + margin * x / (tan * aspect), z + margin * y / tan);
    }
  }

  axes() {
    const [sa, ca, se, ce] = [Math.sin(this.azimuth), Math.cos(this.azimuth), Math.sin(this.elevation), Math.cos(this.elevation)];
    return { right: [-sa, ca, 0], up: [-se * ca, -se * sa, ce], back: [ce * ca, ce * sa, se] };
  }

  eye() {
    const { back } = this.axes();
    return this.target.map((x, k) => x + this.distance * back[k]);
  }

  orbit(azimuth, elevation) {
    const most = 89 * Math.PI / 180; // at the pole up has no direction
    this.azimuth += azimuth;
    this.elevation = Math.min(Math.max(this.elevation + elevation, -most), most);
  }

  zoom(factor) {
    this.distance = Math.min(Math.max(this.distance * factor, 1e-3 * this.size), 40 * this.size);
  }

  // pan moves the target by parts of the height of the view.
  pan(x, y) {
    const { right, up } = this.axes(), reach = 2 * this.distance * Math.tan(FIELD / 2);
    this.target = this.target.map((t, k) => t - reach * (x * right[k] - y * up[k]));
  }

  // matrix maps positions to clip space, column by column.
  matrix(aspect) {
    const { right, up, back } = this.axes(), eye = this.eye();
    const near = Math.max(this.distance - 2 * this.size, this.distance / 200), far = this.distance + 12 * this.size;
    const f = 1 / Math.tan(FIELD / 2), depth = (far + near) / (near - far), shift = 2 * far * near / (near - far);
    const rows = [scaled(right, f / aspect, eye), scaled(up, f, eye), scaled(back, depth, eye), scaled(back, -1, eye)];
    rows[2][3] += shift;
    return new Float32Array([0, 1, 2, 3].flatMap(column => rows.map(row => row[column])));
  }
}

// scaled returns a row of a matrix: an axis times a factor, for positions counted from the eye.
function scaled(axis, factor, eye) {
  return [...axis.map(x => x * factor), -factor * dot(axis, eye)];
}

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
