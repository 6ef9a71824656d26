import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleSource } from "../../folder/testing/sample-source.ts";
import { TestFolder } from "./testing/test-folder.ts";

const line = (from: string, to: string) => (text: string) => {
  assert.ok(text.includes(from), `${from} in ${text}`);
  return text.replace(from, to);
};

test("pull after push and push after pull change no byte on either side", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  const [files, source] = [await folder.files(), folder.server.source];
  assert.equal((await folder.push()).outcome, "nothing");
  await folder.edit("functions/look-up.ts", line("return 1", "return 2"));
  assert.equal((await folder.push()).outcome, "pushed");
  const edited = await folder.files();
  const again = await folder.pull();
  assert.deepEqual([again.changes, await folder.files()], [[], edited]);
  await folder.edit("functions/look-up.ts", line("return 2", "return 1"));
  await folder.push();
  assert.deepEqual([await folder.files(), folder.server.source], [files, source]);
});

test("edits of two people in different places both stay", async () => {
  await using ours = await TestFolder.create(sampleSource());
  await using theirs = await TestFolder.create(ours.server);
  await ours.pull();
  await theirs.pull();
  await ours.edit("endpoints/support.yaml", (text) => `# Ours\n${line('"true":', "look_up:")(text)}`);
  await ours.push({ delete: true });
  await theirs.edit("endpoints/support.yaml", line("requestsPerMinute: 60", "requestsPerMinute: 90 # busy"));
  await theirs.edit("functions/close-order.ts", (text) => `// Theirs\n${text}`);
  const { outcome } = await theirs.push();
  assert.equal(outcome, "pushed");
  const [, support] = ours.server.source.endpoints;
  assert.deepEqual(
    [support?.limits.requestsPerMinute, support?.bindings.map((one) => one.kind === "mcp" && one.toolName)],
    [90, ["close_order", "look_up"]],
  );
  await ours.pull();
  const text = await ours.read("endpoints/support.yaml");
  assert.match(text, /^# Ours\n/);
  assert.match(text, /requestsPerMinute: 90\n/);
  assert.match(await theirs.read("endpoints/support.yaml"), /requestsPerMinute: 90 # busy\n/);
  assert.match(await ours.read("functions/close-order.ts"), /^\/\/ Theirs\n/);
});

test("edits of the same line are shown as git shows them, and block a push until they are resolved", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  await folder.edit("functions/close-order.ts", line("return 1", "return 2"));
  await folder.edit("endpoints/support.yaml", line("requestsPerMinute: 60", "requestsPerMinute: 70"));
  folder.server.edit((source) => {
    source.functions[0]!.source = source.functions[0]!.source.replace("return 1", "return 3");
    source.endpoints[1]!.limits.requestsPerMinute = 80;
  });
  const { outcome, settled } = await folder.push();
  assert.equal(outcome, "conflict");
  assert.deepEqual(
    settled.conflicts.map(({ file, kind, fields }) => [file, kind, fields]),
    [
      ["endpoints/support.yaml", "fields", [{ field: "limits.requestsPerMinute", here: 70, server: 80 }]],
      ["functions/close-order.ts", "text", []],
    ],
  );
  assert.equal(
    await folder.read("functions/close-order.ts"),
    "export default function run() {\n<<<<<<< here\n  return 2;\n=======\n  return 3;\n>>>>>>> server\n}\n",
  );
  assert.match(await folder.read("endpoints/support.yaml"), /<<<<<<< here\n {2}requestsPerMinute: 70\n=======\n/);
  for (const blocked of [() => folder.push(), () => folder.pull()])
    await assert.rejects(blocked, {
      exit: "conflict",
      problems: [
        {
          file: "endpoints/support.yaml",
          line: 6,
          message: "has a conflict: keep what is right, and remove the markers",
        },
        {
          file: "functions/close-order.ts",
          line: 2,
          message: "has a conflict: keep what is right, and remove the markers",
        },
      ],
    });
  const mine = (text: string) => text.replace(/<<<<<<< here\n/, "").replace(/=======\n[\s\S]*?>>>>>>> server\n/, "");
  await folder.edit("functions/close-order.ts", mine);
  await folder.edit("endpoints/support.yaml", mine);
  assert.equal((await folder.push()).outcome, "pushed");
  assert.match(folder.server.source.functions[0]!.source, /return 2/);
});
