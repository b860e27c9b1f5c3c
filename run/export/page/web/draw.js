// The picture: WebGL 2, drawn anew for each frame. Programs read numbers from textures; see shaders.glsl.

const ROW = 2048; // numbers in a row of a texture

const gl = ui.picture.getContext("webgl2", { stencil: true, preserveDrawingBuffer: true });
if (!gl) throw new Error("this browser has no WebGL 2");
gl.enable(gl.BLEND);
gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
gl.stencilFunc(gl.EQUAL, 0, 255);
gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
gl.polygonOffset(1, 1);
ui.picture.addEventListener("webglcontextlost", () => fail("The graphics device was reset: load the page again."));

// fill brings whole numbers to a texture, which it makes where there is none.
function fill(numbers, texture = gl.createTexture()) {
  const rows = Math.ceil(numbers.length / ROW), padded = new Uint32Array(ROW * rows);
  if (rows > gl.getParameter(gl.MAX_TEXTURE_SIZE)) throw new Error("it has more points or springs than this device draws");
  padded.set(numbers);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32UI, ROW, rows, 0, gl.RED_INTEGER, gl.UNSIGNED_INT, padded);
  return texture;
}

const colors = bytesOf(run.colors), programs = {};
const shared = { ...run.look, colors: fill(colors), last: colors.length / 3 - 1 }; // uniforms of all programs

// compile returns the program of a name in the shaders.
function compile(name) {
  const program = gl.createProgram();
  let log = "";
  for (const stage of ["VERTEX", "FRAGMENT"]) {
    const shader = gl.createShader(gl[stage + "_SHADER"]);
    gl.shaderSource(shader, `#version 300 es\n#define ${stage}\n${GLSL}void main() { ${name}(); }`);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    log += gl.getShaderInfoLog(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(log + gl.getProgramInfoLog(program));
  return program;
}

// use draws the triangles, lines or points of a program, with values for its uniforms by their names.
function use(name, mode, vertices, values) {
  const program = programs[name] ??= compile(name);
  let unit = 0;
  gl.useProgram(program);
  for (const [key, value] of Object.entries({ ...shared, ...values })) {
    const at = gl.getUniformLocation(program, key);
    if (value instanceof WebGLTexture) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, value);
      gl.uniform1i(at, unit++);
    } else gl[`uniform${value.length || 1}fv`](at, [value].flat());
  }
  gl.drawArrays(mode, 0, vertices);
}

// put brings a frame of a thing to the device.
function put(thing, frame) {
  if (thing.still && thing.now) return;
  const before = thing.now || {}, now = thing.now = {};
  for (const [name, rows] of Object.entries(thing.rows)) now[name] = rows[frame] || rows.at(-1);
  const { cut, triangles, wires } = now;
  if (cut) { // what torn springs have cut is left out: of the first triangles, those between masses, and of the wires
    const sides = cut.length - (wires ? wires.length / 2 : 0);
    now.triangles = triangles.filter((_, at) => at >= 3 * sides || !cut[Math.floor(at / 3)]);
    if (wires) now.wires = wires.filter((_, at) => !cut[sides + (at >> 1)]);
  }
  if (triangles) now.normals = normals(thing, now);
  for (const name in now) if (now[name] !== before[name]) thing.textures[name] = fill(now[name], thing.textures[name]);
}

// normals returns the sums of the normals of the triangles at each point, larger ones for larger triangles.
function normals({ points, step }, { x, triangles }) {
  const out = new Float32Array(3 * points);
  const side = (from, to, axis) => step[axis] * (x[axis * points + to] - x[axis * points + from]);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    for (let axis = 0; axis < 3; axis++) {
      const next = (axis + 1) % 3, third = (axis + 2) % 3;
      const normal = side(a, b, next) * side(a, c, third) - side(a, b, third) * side(a, c, next);
      for (let k = 0; k < 3; k++) out[3 * triangles[t + k] + axis] += normal;
    }
  }
  return new Uint32Array(out.buffer); // as bits
}

// draw draws all things as the camera sees them.
function draw() {
  const { width, height } = ui.picture, { target, size } = camera;
  camera.aim();
  const [right, up, back] = camera.axes, { eye } = camera;
  Object.assign(shared, { eye, right, up, back, lens: camera.lens(width / height), view: [width, height], shadow: [0, 0, 0, 0] });
  gl.clear(gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  gl.disable(gl.DEPTH_TEST);
  use("sky", gl.TRIANGLES, 6);
  if (run.ground !== null && eye[2] > run.ground) {
    use("ground", gl.TRIANGLES, 6, { square: [target[0], target[1], run.ground, 3 * size] });
    gl.enable(gl.STENCIL_TEST); // the ground is darkened once where anything is between it and the sun
    for (const thing of things) drawThing(thing, { shadow: [...run.look.toSun, run.ground] });
    gl.disable(gl.STENCIL_TEST);
  }
  gl.enable(gl.DEPTH_TEST);
  for (const thing of things) drawThing(thing);
}

// drawThing draws a thing, or its shadow.
function drawThing({ points, low, step, sink, tint, dot, length, now, textures }, shadow) {
  const part = (program, mode, list, values, each = 1) => // each: vertices of a number of the list
    now[list] && use(program, mode, each * now[list].length, { ...textures, list: textures[list], count: points, low, size: step, sink, tint, ...shadow, ...values });
  const ratio = devicePixelRatio, pixels = length * ui.picture.height / (2 * SLOPE * camera.distance); // of a typical spring
  gl.enable(gl.POLYGON_OFFSET_FILL); // behind the wires
  part("surface", gl.TRIANGLES, "triangles");
  gl.disable(gl.POLYGON_OFFSET_FILL);
  const clear = clamp(pixels / ratio / 6 - 0.5, 0, 1); // wires that are too dense are not drawn
  if (!shadow && clear) part("marks", gl.LINES, "wires", { width: 0, tint: run.wire.map((x, k) => k < 3 ? x : x * clear) });
  part("springs", gl.TRIANGLES, "ends", { width: clamp(pixels / 50, 1.2 * ratio, 5 * ratio) }, 3);
  if (!shadow) part("marks", gl.POINTS, "dots", { width: 7 * ratio, tint: dot });
}
