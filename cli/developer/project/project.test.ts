import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleSource } from "../../folder/testing/sample-source.ts";
import { diffProject } from "./diff-project.ts";
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

test("a push deletes only when it is asked to, and a pull does not bring back what is gone here", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  const slugs = () => folder.server.source.endpoints.map(({ slug }) => slug);
  await folder.remove("endpoints/api.yaml");
  assert.equal((await folder.push()).outcome, "nothing");
  assert.deepEqual((await folder.pull()).changes, []);
  assert.deepEqual(slugs(), ["api", "support"]);
  await folder.edit("functions/look-up.ts", line("return 1", "return 2"));
  await folder.push();
  assert.ok(!(await folder.files()).has("endpoints/api.yaml"));
  await folder.push({ delete: true });
  assert.deepEqual(slugs(), ["support"]);
});

test("the version of a Library leaves the lock file with the Library, on whichever side it is deleted", async () => {
  const library = (name: string) => ({
    kind: "source" as const,
    name,
    version: "2",
    source: "export const one = 1;\n",
  });
  await using ours = await TestFolder.create({ ...sampleSource(), libraries: [library("gone"), library("left")] });
  await using theirs = await TestFolder.create(ours.server);
  await ours.pull();
  await theirs.pull();
  await ours.remove("lib/gone.ts");
  await ours.push({ delete: true });
  await theirs.pull();
  const left = { left: { version: "2" } };
  for (const folder of [ours, theirs]) assert.deepEqual(JSON.parse(await folder.read("libraries.lock.json")), left);
  await ours.remove("lib/left.ts");
  await ours.push({ delete: true });
  await theirs.pull();
  for (const folder of [ours, theirs]) assert.ok(!(await folder.files()).has("libraries.lock.json"));
});

test("what one side deleted and the other changed stays, and is told", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  await folder.remove("functions/close-order.ts");
  await folder.remove("functions/close-order.yaml");
  await folder.edit("endpoints/api.yaml", line("name: Orders", "name: All orders"));
  folder.server.edit((source) => {
    source.functions[0]!.timeoutMs = 9_000;
    source.endpoints.shift();
  });
  const { conflicts } = await folder.pull();
  assert.deepEqual(
    conflicts.map(({ file, kind }) => [file, kind]),
    [
      ["endpoints/api.yaml", "deleted-on-server"],
      ["functions/close-order.ts", "deleted-here"],
    ],
  );
  assert.match(await folder.read("functions/close-order.yaml"), /timeoutMs: 9000\n/);
  await folder.push();
  assert.deepEqual(
    folder.server.source.endpoints.map(({ name }) => name),
    ["All orders", "support"],
  );
});

test("a clone without the state of the last pull conflicts where it differs, and replaces it when that is meant", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  await folder.remove(".ferrule");
  assert.equal((await folder.push()).outcome, "nothing");
  await folder.remove(".ferrule");
  folder.server.edit((source) => {
    source.functions[0]!.source = source.functions[0]!.source.replace("return 1", "return 3");
    source.functions.push({ ...source.functions[0]!, slug: "third", name: "third" });
  });
  await using clone = await TestFolder.create(folder.server);
  for (const [path, text] of await folder.files()) await clone.write(path, text);
  assert.equal((await folder.push()).outcome, "conflict");
  assert.match(await folder.read("functions/close-order.ts"), /<<<<<<< here\n {2}return 1;\n=======\n {2}return 3;\n/);
  assert.ok((await folder.files()).has("functions/third.ts"));
  assert.equal((await clone.push({ force: true })).outcome, "pushed");
  assert.match(clone.server.source.functions[0]!.source, /return 1/);
  assert.ok((await clone.files()).has("functions/third.ts"));
});

test("somebody who is quicker between plan and push gets a new plan made, and keeps the edit", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  await folder.edit("functions/look-up.ts", line("return 1", "return 2"));
  folder.server.beforeApply = () => {
    folder.server.beforeApply = () => undefined;
    folder.server.edit((source) => {
      source.endpoints[1]!.description = "Quicker.";
    });
  };
  const plans: number[] = [];
  const { outcome } = await folder.push({ confirm: async ({ changes }) => plans.push(changes.length) > 0 });
  assert.deepEqual([outcome, plans], ["pushed", [1, 1]]);
  assert.equal(folder.server.source.endpoints[1]?.description, "Quicker.");
  assert.match(await folder.read("endpoints/support.yaml"), /description: Quicker\.\n/);
});

test("a difference says which side it is of, with a diff of sources and the fields of the rest", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  await folder.edit("functions/look-up.ts", line("return 1", "return 2"));
  await folder.edit("secrets.yaml", () => "");
  folder.server.edit((source) => {
    source.endpoints[1]!.limits.requestsPerMinute = 80;
  });
  const differences = await diffProject(folder.place);
  assert.deepEqual(
    differences.map(({ file, change, side, fields }) => [file, change, side, fields]),
    [
      ["endpoints/support.yaml", "changed", "server", [{ field: "limits.requestsPerMinute", here: 60, server: 80 }]],
      ["functions/look-up.ts", "changed", "here", undefined],
      [
        "secrets.yaml",
        "removed",
        "here",
        [{ field: "ORDERS_TOKEN", here: undefined, server: ["development", "production"] }],
      ],
    ],
  );
  assert.match(
    differences[1]!.patch!,
    /^--- server\/functions\/look-up\.ts[\s\S]*\n- {2}return 1;\n\+ {2}return 2;\n/m,
  );
});

test("in a clone that was never pulled, a difference is of this side alone", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  await using clone = await TestFolder.create(folder.server);
  for (const [path, text] of await folder.files()) await clone.write(path, text);
  assert.deepEqual(await diffProject(clone.place), []);
  await clone.edit("functions/look-up.ts", line("return 1", "return 2"));
  const differences = await diffProject(clone.place);
  assert.deepEqual(
    differences.map(({ file, change, side }) => [file, change, side]),
    [["functions/look-up.ts", "changed", "here"]],
  );
});
