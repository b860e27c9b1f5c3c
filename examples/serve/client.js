// Lifts a cube through hooke serve: node client.js [HOOKE]
const { spawn } = require("child_process"), { createHash } = require("crypto"), path = require("path");

// Hooke is a hooke of its own; ask sends a request and resolves to the answer, in which blocks are typed arrays by their names.
class Hooke {
  constructor(program = "hooke") {
    this.child = spawn(program, ["serve", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.parts = this.child.stdout[Symbol.asyncIterator]();
    this.data = Buffer.alloc(0);
  }

  // take resolves to n bytes, or to a line without its end.
  async take(n) {
    const parts = [this.data];
    let have = this.data.length;
    while (n === undefined ? !parts.at(-1).includes(10) : have < n) {
      const { value, done } = await this.parts.next();
      if (done) throw new Error("hooke has ended");
      parts.push(value);
      have += value.length;
    }
    const all = Buffer.concat(parts);
    const end = n ?? all.indexOf(10);
    this.data = all.subarray(n === undefined ? end + 1 : end);
    return all.subarray(0, end);
  }

  async ask(request, ...blocks) { // typed arrays, for request.blocks
    if (blocks.length) request.bytes = blocks.reduce((sum, b) => sum + b.byteLength, 0);
    this.child.stdin.write(JSON.stringify(request) + "\n");
    for (const b of blocks) this.child.stdin.write(new Uint8Array(b.buffer, b.byteOffset, b.byteLength));
    let answer;
    do answer = JSON.parse(await this.take()); while (answer.note || answer.protocol);
    if (answer.error) throw new Error(answer.error.text);
    const types = { float32: Float32Array, float64: Float64Array, int64: BigInt64Array, uint32: Uint32Array, uint8: Uint8Array };
    for (const b of answer.blocks ?? []) answer[b.name] = new types[b.type](new Uint8Array(await this.take(b.bytes)).buffer);
    return answer;
  }

  close() { this.child.stdin.end(); }
}

(async () => {
  const hooke = new Hooke(process.argv[2]);
  const { info } = await hooke.ask({ do: "open", name: path.join(__dirname, "lift.toml"), options: { engine: "cpu", host: true } });
  let height = 0.05, before = 0.05;
  for (let k = 0; k < 200; k++) { // a spring to 0.5 m and a damper
    const force = 0.98 + 2 * (0.5 - height) - 100 * (height - before);
    before = height;
    [height] = (await hooke.ask({ do: "period", values: [force] })).sensors;
  }
  const state = await hooke.ask({ do: "read", what: ["positions", "velocities"] });
  const digest = createHash("sha256").update(state.positions).update(state.velocities).digest("hex");
  console.log(`${info.masses} masses, height ${height.toFixed(6)} m, state ${digest}`);
  hooke.close();
})();
