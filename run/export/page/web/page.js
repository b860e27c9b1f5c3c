// The page: it unpacks the run, keeps the time, and listens to hands.

const element = id => document.getElementById(id);

// fail says what went wrong, over everything.
function fail(text) {
  element("fault").hidden = false;
  element("fault").append(text + "\n");
}

// Film holds the frames that have been unpacked.
class Film {
  constructor(run) {
    Object.assign(this, { run, things: run.things, times: run.times, ready: 0 });
    for (const thing of this.things) Object.assign(thing, { lists: {}, rows: { x: [], s: [], p: [], cut: [] } });
  }

  // load unpacks all blocks in their order; it calls grown after each.
  async load(grown) {
    for (const [k, block] of this.run.blocks.entries()) {
      const script = element("block" + k);
      try {
        await this.take(block, script.textContent);
      } catch (error) {
        return fail(`Block ${k + 1} of ${this.run.blocks.length} of this file is damaged: ${error.message}. ` +
          (this.ready ? `The first ${this.ready} of ${this.times.length} frames are shown.` : "Nothing can be shown. Write the page again."));
      }
      script.remove();
      grown();
    }
  }

  // take unpacks the text of a block behind the rows that are there; alone: it is no difference to these.
  async take(block, text, alone) {
    const thing = this.things[block.thing], name = block.table, rows = thing.rows[name];
    const columns = { x: 3 * thing.points, s: thing.springs, p: thing.points, cut: thing.cuts, ends: 2, triangles: 3, wires: 2, dots: 1 }[name];
    const kind = { x: Uint16Array, s: Uint8Array, p: Uint8Array, cut: Uint8Array }[name] || Uint32Array;
    const above = rows && rows.length && !alone ? rows[rows.length - 1] : null;
    const numbers = await decode(text, block.sum, columns, above, new kind(columns * block.rows));
    if (!rows) thing.lists[name] = numbers;
    else for (let k = 0; k < block.rows; k++) rows.push(numbers.subarray(k * columns, (k + 1) * columns));
    this.ready = Math.min(...this.things.map(thing => this.framesOf(thing)));
  }

  // framesOf returns the number of frames of a thing that can be shown.
  framesOf(thing) {
    const { x, s, p, cut } = thing.rows;
    if (!x.length || thing.cuts && cut.length < x.length || thing.springs && !s.length || thing.triangles && !thing.solid && !p.length) return 0;
    return thing.still ? Infinity : x.length;
  }

  // row returns a row of a thing for a frame; what never changes has one.
  row(thing, name, k) {
    const rows = thing.rows[name];
    return rows[Math.min(k, rows.length - 1)];
  }

  // at returns the number of the last frame that is there and not after a time [s].
  at(time) {
    let low = 0, high = Math.min(this.ready, this.times.length) - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time + 1e-9) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // extent returns the box around a thing in a frame, and its middle, by some hundred points at most.
  extent(thing, k) {
    const x = this.row(thing, "x", k), n = thing.points, every = Math.ceil(n / 300);
    const low = [65535, 65535, 65535], high = [0, 0, 0];
    for (let i = 0; i < n; i += every) for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], x[axis * n + i]);
      high[axis] = Math.max(high[axis], x[axis * n + i]);
    }
    const box = [low, high].map(corner => corner.map((steps, axis) => thing.low[axis] + thing.step[axis] * steps));
    return { box, middle: box[0].map((x, axis) => (x + box[1][axis]) / 2) };
  }
}

// Player shows frames of a film at their time.
class Player {
  constructor(film) {
    Object.assign(this, { film, frame: -1, time: film.times[0], playing: false, speed: 1, follow: film.run.follow, dirty: true });
    this.painter = new Painter(element("picture"), film.run);
    element("picture").addEventListener("webglcontextlost", () => fail("The graphics device was reset: load the page again."));
    this.camera = new Camera(film.run.box, film.run.view);
    this.labels = film.things.map(thing => this.label(thing));
  }

  // label makes the element of a thing's label; null: it has none.
  label(thing) {
    if (!thing.label) return null;
    const div = document.createElement("div");
    div.className = "label";
    div.title = thing.label.join("\n");
    const lines = this.film.things.length > 4 ? 2 : Infinity; // few where many stand side by side
    for (const line of thing.label.slice(0, lines)) div.append(Object.assign(document.createElement("span"), { textContent: line }));
    return element("view").appendChild(div);
  }

  // grown takes what has been unpacked.
  grown() {
    for (const thing of this.film.things) {
      const there = (!thing.springs || thing.lists.ends) && (!thing.triangles || thing.lists.triangles) && (!thing.wires || thing.lists.wires) && (!thing.dots || thing.lists.dots);
      if (!thing.arrays && there) this.painter.add(thing);
    }
    element("time").max = this.film.times.length - 1;
    this.dirty = true;
  }

  // show goes to frame k.
  show(k) {
    k = Math.min(Math.max(k, 0), this.film.ready - 1);
    if (k < 0 || k === this.frame) return;
    const before = this.frame;
    for (const thing of this.film.things) {
      if (thing.still && before >= 0) continue;
      this.painter.put(thing, this.film.row(thing, "x", k), this.film.row(thing, "s", k), this.film.row(thing, "p", k), this.film.row(thing, "cut", k));
      if (this.follow && before >= 0 && thing === this.film.things[0]) {
        const from = this.film.extent(thing, before).middle, to = this.film.extent(thing, k).middle;
        this.camera.target = this.camera.target.map((x, axis) => x + to[axis] - from[axis]);
      }
    }
    this.frame = k;
    this.dirty = true;
    element("time").value = k;
    element("clock").textContent = `${this.film.times[k].toFixed(3)} s, frame ${k + 1} of ${this.film.times.length}`;
    for (const cursor of document.querySelectorAll(".cursor")) this.point(cursor, this.film.times[k]);
  }

  // point moves the cursor of a plot to a time.
  point(cursor, time) {
    const { from, to, left, right } = cursor.dataset;
    const share = Math.min(Math.max((time - from) / (to - from || 1), 0), 1);
    cursor.setAttribute("transform", `translate(${+left + share * (right - left)} 0)`);
  }

  // seek shows the frame of a time and goes on from there.
  seek(time) {
    this.time = time;
    this.show(this.film.at(time));
  }

  // step pauses, and goes on or back by a number of frames.
  step(frames) {
    this.play(false);
    this.show(this.frame + frames);
    this.time = this.film.times[this.frame];
  }

  // play plays or pauses; at the end it begins again.
  play(on) {
    const { times } = this.film;
    this.playing = on && times.length > 1;
    if (this.playing && this.frame === times.length - 1) this.time = times[0];
    element("play").textContent = this.playing ? "❚❚" : "▶";
    element("play").title = (this.playing ? "pause" : "play") + " (space)";
  }

  // faster changes the speed of playing by a factor.
  faster(factor) {
    this.speed = Math.min(Math.max(this.speed * factor, 1 / 128), 128);
    element("speed").textContent = this.speed < 1 ? `1/${1 / this.speed} speed` : this.speed > 1 ? `${this.speed} × speed` : "true speed";
  }

  // run is called before each picture of the browser.
  run(now) {
    if (this.playing && this.film.ready > 0) {
      this.time += this.speed * Math.min(now - this.last, 250) / 1000; // a hidden page does not leap
      if (this.time > this.film.times.at(-1) + 0.7 * this.speed) this.time = this.film.times[0]; // after a rest at the end
      this.show(this.film.at(this.time));
    }
    this.last = now;
    const { clientWidth, clientHeight } = this.painter.canvas;
    if (this.shape !== clientWidth + "x" + clientHeight) {
      this.shape = clientWidth + "x" + clientHeight;
      if (!this.moved) this.camera.reset(this.aspect());
      this.dirty = true;
    }
    if (this.dirty && this.frame >= 0) {
      this.painter.draw(this.camera, this.film.things);
      this.placeLabels();
    }
    this.dirty = false;
    requestAnimationFrame(then => this.run(then));
  }

  // aspect returns the aspect of the part of the view that the legend leaves free on both sides.
  aspect() {
    const { clientWidth: width, clientHeight: height } = this.painter.canvas, legend = element("legend");
    return Math.max(width - 2 * (legend ? legend.offsetWidth : 0), width / 2) / height;
  }

  // placeLabels puts each label below the lowest corner of its thing.
  placeLabels() {
    const { clientWidth: width, clientHeight: height } = this.painter.canvas, m = this.camera.matrix(width / height);
    for (const [k, div] of this.labels.entries()) {
      if (!div) continue;
      const { box } = this.film.extent(this.film.things[k], this.frame);
      let from = Infinity, to = -Infinity, lowest = -Infinity;
      for (let corner = 0; corner < 8; corner++) {
        const at = [0, 1, 2].map(axis => box[corner >> axis & 1][axis]);
        const [x, y, , w] = [0, 1, 2, 3].map(row => m[row] * at[0] + m[4 + row] * at[1] + m[8 + row] * at[2] + m[12 + row]);
        from = Math.min(from, x / w);
        to = Math.max(to, x / w);
        lowest = Math.max(lowest, -y / w);
      }
      div.style.transform = `translate(-50%, 2px) translate(${(0.5 + 0.25 * (from + to)) * width}px, ${(0.5 + 0.5 * lowest) * height}px)`;
    }
  }
}

// listen connects hands to a player: one finger or button turns, two fingers or another button pan and zoom.
function listen(player) {
  const { camera } = player, view = element("view"), hands = new Map();
  const changed = () => { player.dirty = player.moved = true; };
  const spread = () => {
    const [a, b] = [...hands.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
  };
  view.addEventListener("pointerdown", event => {
    view.setPointerCapture(event.pointerId);
    hands.set(event.pointerId, { x: event.clientX, y: event.clientY, pans: event.button > 0 || event.shiftKey });
  });
  for (const name of ["pointerup", "pointercancel"]) view.addEventListener(name, event => hands.delete(event.pointerId));
  view.addEventListener("pointermove", event => {
    const hand = hands.get(event.pointerId);
    if (!hand) return;
    const before = hands.size === 2 ? spread() : null, height = view.clientHeight;
    const dx = event.clientX - hand.x, dy = event.clientY - hand.y;
    Object.assign(hand, { x: event.clientX, y: event.clientY });
    if (before) {
      const after = spread();
      camera.zoom(before.wide / after.wide);
      camera.pan((after.x - before.x) / height, (after.y - before.y) / height);
    } else if (hand.pans) camera.pan(dx / height, dy / height);
    else camera.orbit(-dx / height * Math.PI, dy / height * Math.PI);
    changed();
  });
  view.addEventListener("wheel", event => {
    event.preventDefault();
    camera.zoom(Math.exp(event.deltaY * (event.deltaMode ? 0.03 : 0.0012)));
    changed();
  }, { passive: false });
  view.addEventListener("contextmenu", event => event.preventDefault());
  const reset = () => {
    camera.reset(player.aspect());
    player.dirty = true;
    player.moved = false;
  };
  view.addEventListener("dblclick", reset);
  element("time").addEventListener("input", event => {
    player.play(false);
    player.seek(player.film.times[event.target.value]);
  });
  element("play").addEventListener("click", () => player.play(!player.playing));
  element("about").addEventListener("click", () => { element("panel").hidden = !element("panel").hidden; });
  const keys = {
    " ": () => player.play(!player.playing), ArrowLeft: () => player.step(-1), ArrowRight: () => player.step(1),
    Home: () => player.step(-Infinity), End: () => player.step(Infinity), "[": () => player.faster(1 / 2), "]": () => player.faster(2),
    f: () => { player.follow = !player.follow; }, r: reset, i: () => element("about").click(),
  };
  addEventListener("keydown", event => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
}

// start shows the film. A fragment such as #t=1.5 stops at a time [s], so that a link can name a moment.
async function start() {
  if (!globalThis.DecompressionStream) throw new Error("Chrome 103, Firefox 113, Safari 16.4 and later browsers can unpack it");
  const film = new Film(JSON.parse(element("run").textContent));
  const player = new Player(film);
  listen(player);
  const moment = /#t=([-+.\de]+)/.exec(location.hash);
  let turn = film.load(() => {
    player.grown();
    if (player.frame < 0) player.show(0);
    if (moment) player.seek(+moment[1]);
  });
  const add = async frame => {
    for (const block of frame.blocks) await film.take(block, block.text, true);
    film.times.push(frame.time);
    player.grown();
    if (!player.playing) player.show(film.ready - 1);
  };
  // push adds a frame behind all others: its time [s], and blocks with their text, made by the program that wrote the page.
  const push = frame => turn = turn.then(() => add(frame)).catch(error => fail("A frame cannot be shown: " + error.message));
  globalThis.hooke = { film, player, push };
  requestAnimationFrame(now => player.run(now));
  await turn;
  player.play(!moment);
  document.documentElement.dataset.loaded = film.ready;
}

addEventListener("error", event => fail("This page cannot go on: " + event.message));
start().catch(error => fail("This page cannot be shown: " + error.message));
