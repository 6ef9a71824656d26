import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { unconfined } from "../../ground/confinement/find-confinement.ts";
import { workedMs } from "../../testing/worked-ms.ts";
import { nothingDerived } from "./messages/build-messages.ts";
import { bundleOne, type BuildMeans } from "./build-one.ts";
import { GuardedProcess, ProcessEnded } from "./processes/guarded-process.ts";

const log = createLog("test", "silent");
const quick = { timeout: 30_000 };
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ferrule-hostile-answers-"));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Code that a compromised build process could run: it reports that it is ready, and does this with every request. */
const program = (then: string) => `
  const { Socket } = require("node:net");
  const stream = new Socket({ fd: 3, readable: true, writable: true });
  const u32 = (...numbers) => { const b = Buffer.alloc(4 * numbers.length); numbers.forEach((n, i) => b.writeUInt32LE(n, 4 * i)); return b; };
  const frame = (...parts) => {
    const all = parts.map((part) => Buffer.from(typeof part === "object" && !Buffer.isBuffer(part) ? JSON.stringify(part) : part));
    return Buffer.concat([u32(all.length, ...all.map(({ length }) => length)), ...all]);
  };
  const forever = (bytes, ms) => { stream.write(bytes); setTimeout(forever, ms, bytes, ms); };
  const asFastAsItCan = (bytes) => { while (stream.write(bytes)); stream.once("drain", () => asFastAsItCan(bytes)); };
  const MiB = 1_048_576;
  stream.write(frame({ ready: true }));
  stream.once("data", () => { ${then} });
`;

let programs = 0;
async function hostile(then: string): Promise<GuardedProcess> {
  programs += 1;
  const entry = join(folder, `${programs}.cjs`);
  await writeFile(entry, program(then));
  return new GuardedProcess({ log, confinement: unconfined, entry, readPaths: [entry], heapMb: 256 });
}

describe("a build process that answers with", () => {
  const crashes = {
    "a head that is no JSON": 'stream.write(frame("{"))',
    "a head that is no answer": "stream.write(frame({ id: 1 }))",
    "a head that nests deeper than V8 can parse": 'stream.write(frame("[1,".repeat(300_000)))',
    "a head that nests deeply in its body":
      'stream.write(frame(`{"id":1,"body":${"[".repeat(5_000)}${"]".repeat(5_000)}}`))',
    "a head longer than is parsed": "stream.write(frame(JSON.stringify({ id: 1, body: 'x'.repeat(2 * MiB) })))",
    "the length of such a head, and nothing more": "stream.write(u32(1, 2 * MiB + 1))",
    "no part": "stream.write(u32(0, 0, 0))",
    "more blobs than any answer has": "stream.write(frame({ id: 1, body: null }, 'a', 'b', 'c'))",
    "the greatest number of parts": "stream.write(u32(0xffffffff))",
    "a negative length": "stream.write(Buffer.concat([u32(2, 20), Buffer.from([0xff, 0xff, 0xff, 0xff])]))",
    "blobs larger than any bundle":
      "stream.write(frame({ id: 1, body: null }, Buffer.alloc(17 * MiB), Buffer.alloc(17 * MiB)))",
    "lengths that are too short, so that the rest is another message":
      'stream.write(Buffer.concat([u32(2, 20, 1), Buffer.from(JSON.stringify({ id: 1, body: 0 }).padEnd(20)), Buffer.from("many more bytes")]))',
    "answers to what was not asked": "asFastAsItCan(frame({ id: 7, body: null }))",
    "that it is ready, again and again": "asFastAsItCan(frame({ ready: true }))",
  };
  for (const [what, then] of Object.entries(crashes))
    test(`${what} ends, and costs its worker next to nothing`, quick, async () => {
      await using process = await hostile(then);
      await process.ready;
      const began = globalThis.process.threadCpuUsage();
      const asked = process.request({}, 10_000).then(() => process.request({}, 10_000));
      await assert.rejects(asked, (error) => error instanceof ProcessEnded && error.reason === "crash");
      assert.ok(workedMs(began) < 500, `${workedMs(began)} ms`);
      assert.equal(process.alive, false);
    });

  test(
    "nothing, because it has no memory left, is known for that, however long its last words are",
    quick,
    async () => {
      const words = '"fatal error: runtime: out of memory\\n" + "a goroutine\\n".repeat(5_000)';
      await using process = await hostile(`require("node:fs").writeSync(2, ${words}); process.exit(2)`);
      const asked = process.request({}, 10_000);
      await assert.rejects(asked, (error) => error instanceof ProcessEnded && error.reason === "memory");
    },
  );

  const timeouts = {
    "lengths that are too long":
      'stream.write(Buffer.concat([u32(2, 19, 100), Buffer.from(\'{"id":1,"body":null}\')]))',
    "a blob that never ends": "stream.write(Buffer.concat([u32(2, 2, MiB), Buffer.from('{}')])); forever('x', 5)",
    nothing: "",
  };
  for (const [what, then] of Object.entries(timeouts))
    test(`${what} ends when its time is over`, quick, async () => {
      await using process = await hostile(then);
      const asked = process.request({}, 300);
      await assert.rejects(asked, (error) => error instanceof ProcessEnded && error.reason === "timeout");
    });
});

describe("a bundler that answers with", () => {
  const compiled = { diagnostics: [], derived: nothingDerived };
  const bundle = async (then: string) => {
    await using process = await hostile(then);
    const bundler = () => process;
    const means: BuildMeans = { log, timeoutMs: 5_000, heapMb: 256, compiler: bundler, bundler, signal: undefined };
    const { bundle: made, diagnostics } = await bundleOne(compiled, "export default () => 1;", means);
    return { made, told: diagnostics.map(({ code }) => code) };
  };
  const answer = (...blobs: string[]) =>
    `stream.write(frame({ id: 1, body: { diagnostics: [] } }, ${blobs.join(", ")}))`;

  test("a code and a map gives them as they are", quick, async () => {
    const { made, told } = await bundle(answer('"ä = 1"', '"{}"'));
    assert.deepEqual([told, String(made?.code), String(made?.sourceMap)], [[], "ä = 1", "{}"]);
  });
  const refused = {
    "a code without a map": answer('"a"'),
    "a code that is no UTF-8": answer("Buffer.from([0xff])", '"{}"'),
    "a map with NUL": answer('"a"', '"\\0"'),
    "a code larger than a bundle may be": answer('"x".repeat(7 * MiB + 1)', '"{}"'),
    "a map larger than a bundle may have": answer('"a"', '"x".repeat(12 * MiB + 1)'),
    "a head of another kind": "stream.write(frame({ id: 1, body: { untyped: [] } }))",
    nonsense: 'stream.write("nonsense, whatever it is asked")',
  };
  for (const [what, then] of Object.entries(refused))
    test(`${what} fails this build, and says so`, quick, async () => {
      assert.deepEqual(await bundle(then), { made: null, told: ["BUILD_FAILED"] });
    });
});
