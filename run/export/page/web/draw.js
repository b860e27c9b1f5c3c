// The picture: WebGL 2, drawn anew for each frame.

const INPUTS = { outward: 0, ends: 0, point: 0, value: 1 }; // of the programs, by their places

class Painter {
  constructor(canvas, run) {
    const gl = canvas.getContext("webgl2", { antialias: true, stencil: true, preserveDrawingBuffer: true });
    if (!gl) throw new Error("this browser has no WebGL 2");
    Object.assign(this, { canvas, gl, run });
    this.programs = {};
    for (const [name, [vertex, fragment]] of Object.entries(SHADERS)) if (vertex) this.programs[name] = this.program(vertex, fragment);
    this.programs.surfaceShade = this.program(SHADERS.surface[0], SHADERS.shade[1]);
    this.programs.springsShade = this.program(SHADERS.springs[0], SHADERS.shade[1]);
    const rgb = Uint8Array.from(run.colors.match(/../g), pair => parseInt(pair, 16));
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.colors = this.texture(gl.LINEAR);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, rgb.length / 3, 1, 0, gl.RGB, gl.UNSIGNED_BYTE, rgb);
  }

  program(vertex, fragment) {
    const { gl } = this, program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    for (const [name, at] of Object.entries(INPUTS)) gl.bindAttribLocation(program, at, name);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    return program;
  }

  texture(filter) {
    const { gl } = this, texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, filter);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
    return texture;
  }

  // add takes a thing whose lists are known.
  add(thing) {
    const { gl } = this, rows = Math.ceil(3 * thing.points / WIDTH);
    if (rows > gl.getParameter(gl.MAX_TEXTURE_SIZE)) throw new Error(`${thing.points} points are more than this device draws`);
    thing.texels = new Uint16Array(WIDTH * rows);
    thing.texture = this.texture(gl.NEAREST);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R16UI, WIDTH, rows);
    thing.arrays = {};
    if (thing.triangles) {
      thing.normals = new Float32Array(3 * thing.points);
      thing.arrays.surface = this.array("surface", [["outward", 3, gl.FLOAT, thing.normalBuffer = gl.createBuffer()], ["value", 1, gl.UNSIGNED_BYTE, thing.pointBuffer = gl.createBuffer()]]);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, thing.lists.triangles, gl.STATIC_DRAW);
    }
    if (thing.springs) {
      thing.arrays.springs = this.array("springs", [["ends", 2, gl.UNSIGNED_INT, this.filled(thing.lists.ends), 1], ["value", 1, gl.UNSIGNED_BYTE, thing.springBuffer = gl.createBuffer(), 1]]);
    }
    if (thing.wires) {
      gl.bindVertexArray(thing.arrays.wires = gl.createVertexArray());
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, thing.lists.wires, gl.STATIC_DRAW);
    }
    if (thing.dots) thing.arrays.dots = this.array("dots", [["point", 1, gl.UNSIGNED_INT, this.filled(thing.lists.dots)]]);
  }

  filled(data) {
    const { gl } = this, buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    return buffer;
  }

  // array binds buffers to the inputs of a program; a list ends with 1 where an input goes on by instance.
  array(name, inputs) {
    const { gl } = this, array = gl.createVertexArray();
    gl.bindVertexArray(array);
    for (const [input, size, type, buffer, each] of inputs) {
      const at = INPUTS[input];
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(at);
      if (type === gl.UNSIGNED_INT) gl.vertexAttribIPointer(at, size, type, 0, 0);
      else gl.vertexAttribPointer(at, size, type, false, 0, 0);
      gl.vertexAttribDivisor(at, each || 0);
    }
    return array;
  }

  // put brings a frame of a thing to the device: positions, colors of springs and points, and what torn springs have cut.
  put(thing, x, s, p, cut) {
    const { gl } = this;
    thing.texels.set(x);
    gl.bindTexture(gl.TEXTURE_2D, thing.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, thing.texels.length / WIDTH, gl.RED_INTEGER, gl.UNSIGNED_SHORT, thing.texels);
    const fill = (buffer, data) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
    };
    if (thing.cuts) this.cut(thing, cut);
    gl.bindVertexArray(null);
    if (thing.springs) fill(thing.springBuffer, s);
    if (thing.triangles) {
      fill(thing.pointBuffer, p || new Uint8Array(thing.points)); // solids have no values
      fill(thing.normalBuffer, normals(thing, x));
    }
  }

  // cut lists the triangles and wires that are whole. The first columns are those of triangles between masses.
  cut(thing, row) {
    const { gl } = this, { triangles, wires = [] } = thing.lists, sides = row.length - wires.length / 2;
    const fill = (array, list) => {
      gl.bindVertexArray(array);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, list, gl.DYNAMIC_DRAW);
      return list;
    };
    thing.whole = fill(thing.arrays.surface, triangles.filter((_, at) => at >= 3 * sides || !row[Math.floor(at / 3)]));
    thing.triangles = thing.whole.length / 3;
    if (wires.length) thing.wires = fill(thing.arrays.wires, wires.filter((_, at) => !row[sides + (at >> 1)])).length / 2;
  }

  // draw draws all things as a camera sees them.
  draw(camera, things) {
    const { gl, canvas, run } = this, look = run.look;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map(x => Math.max(1, Math.round(x * ratio)));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    gl.viewport(0, 0, width, height);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    const eye = camera.eye();
    this.shared = {
      camera: camera.matrix(width / height), eye, from: eye, toSun: run.sun, sun: look.sun.slice(0, 3), lamp: look.sun[3], skyLight: look.up.slice(0, 3),
      groundLight: look.down.slice(0, 3), tint: [0, 0, 0, 0], shadow: [0, 0, 0, 0], view: [width, height],
    };
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(null);
    this.use("sky", { below: look.skyBottom.slice(0, 3), above: look.skyTop.slice(0, 3) });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    if (run.ground !== null && eye[2] > run.ground) {
      this.drawGround(camera);
      this.drawShadows(things, camera, ratio);
    }
    gl.enable(gl.DEPTH_TEST);
    for (const thing of things) this.drawThing(thing, "", camera, ratio);
  }

  drawGround(camera) {
    const { gl, run } = this, look = run.look;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.use("ground", { square: [camera.target[0], camera.target[1], run.ground, 3 * camera.size], grid: look.grid, soil: look.ground.slice(0, 3), spacing: run.spacing, origin: run.grid });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.disable(gl.BLEND);
  }

  // drawShadows darkens the ground once where anything is between it and the sun.
  drawShadows(things, camera, ratio) {
    const { gl, run } = this;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.EQUAL, 0, 255);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    this.shared.shadow = [...run.sun, run.ground];
    for (const thing of things) this.drawThing(thing, "Shade", camera, ratio);
    this.shared.shadow = [0, 0, 0, 0];
    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.BLEND);
  }

  // drawThing draws a thing, or with "Shade" its shadow.
  drawThing(thing, shade, camera, ratio) {
    if (!thing.arrays) return;
    const { gl, run } = this;
    const own = { points: thing.texture, count: thing.points, low: thing.low, size: thing.step };
    own.sink = thing.solid ? run.sink : 0;
    if (thing.tint) own.tint = [...thing.tint, 1];
    const pixels = this.canvas.height / (2 * Math.tan(FIELD / 2) * camera.distance); // of a meter at the target
    if (thing.triangles) {
      gl.bindVertexArray(thing.arrays.surface);
      this.use("surface" + shade, own);
      gl.enable(gl.POLYGON_OFFSET_FILL); // behind the wires
      gl.polygonOffset(1, 1);
      gl.drawElements(gl.TRIANGLES, 3 * thing.triangles, gl.UNSIGNED_INT, 0);
      gl.disable(gl.POLYGON_OFFSET_FILL);
    }
    const [red, green, blue, opacity] = run.look.wire, seen = Math.min(Math.max(thing.length * pixels / ratio / 6 - 0.5, 0), 1);
    if (thing.wires && !shade && seen > 0) { // where they are not too dense
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.bindVertexArray(thing.arrays.wires);
      this.use("wires", { ...own, tint: [red, green, blue, seen * opacity] });
      gl.drawElements(gl.LINES, 2 * thing.wires, gl.UNSIGNED_INT, 0);
      gl.disable(gl.BLEND);
    }
    if (thing.springs) {
      gl.bindVertexArray(thing.arrays.springs);
      this.use("springs" + shade, { ...own, width: Math.min(Math.max(thing.length * pixels / 50, 1.2 * ratio), 5 * ratio) });
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, thing.springs);
    }
    if (thing.dots && !shade) {
      gl.bindVertexArray(thing.arrays.dots);
      this.use("dots", { ...own, width: 7 * ratio, tint: [...(thing.pinned ? run.look.pin : run.look.mass).slice(0, 3), 1] });
      gl.drawArrays(gl.POINTS, 0, thing.dots);
    }
  }

  // use takes a program and sets its uniforms by name.
  use(name, values) {
    const { gl } = this, program = this.programs[name];
    gl.useProgram(program);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.colors);
    gl.activeTexture(gl.TEXTURE0);
    for (const [key, value] of Object.entries({ ...this.shared, colors: 1, ...values })) {
      const at = gl.getUniformLocation(program, key);
      if (key === "points") gl.bindTexture(gl.TEXTURE_2D, value);
      if (at === null) continue;
      if (key === "points") gl.uniform1i(at, 0);
      else if (key === "colors" || key === "count") gl.uniform1i(at, value);
      else if (key === "camera") gl.uniformMatrix4fv(at, false, value);
      else gl["uniform" + (value.length || 1) + "fv"](at, value.length ? value : [value]);
    }
  }
}

// normals returns the sums of the normals of the triangles at each point, larger ones for larger triangles.
function normals(thing, x) {
  const n = thing.points, out = thing.normals.fill(0), corners = thing.whole || thing.lists.triangles, [hx, hy, hz] = thing.step;
  for (let t = 0; t < corners.length; t += 3) {
    const a = corners[t], b = corners[t + 1], c = corners[t + 2];
    const ux = hx * (x[b] - x[a]), uy = hy * (x[n + b] - x[n + a]), uz = hz * (x[2 * n + b] - x[2 * n + a]);
    const vx = hx * (x[c] - x[a]), vy = hy * (x[n + c] - x[n + a]), vz = hz * (x[2 * n + c] - x[2 * n + a]);
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    for (let k = 0; k < 3; k++) {
      const at = 3 * corners[t + k];
      out[at] += nx;
      out[at + 1] += ny;
      out[at + 2] += nz;
    }
  }
  return out;
}
