// Prints what Khronos' validator says about each file, as a line of JSON.
const validator = require("gltf-validator"), fs = require("fs");
(async () => {
  for (const file of process.argv.slice(2)) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { maxIssues: 5 });
    console.log(JSON.stringify({ issues: report.issues, info: report.info }));
  }
})();
