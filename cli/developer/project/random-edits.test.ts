import assert from "node:assert/strict";
import { test } from "node:test";
import { projectSource, type ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { editYaml } from "../../folder/yaml/edit-yaml.ts";
import { readYaml } from "../../folder/yaml/read-yaml.ts";
import type { Tree } from "../../folder/documents.ts";
import { randomOf } from "../../folder/testing/random-of.ts";
import { TestFolder } from "./testing/test-folder.ts";

const sourceOf = (token: string) =>
  `const first = "${token}-a";\n\n// Between them.\n\nconst second = "${token}-b";\n\nexport default () => first + second;\n`;
const start = (): ProjectSource =>
  projectSource.parse({
    apiVersion: "ferrule/v1",
    functions: ["a", "b"].map((slug) => ({ slug, name: slug, source: sourceOf(`t0${slug}`) })),
    endpoints: [
      {
        kind: "mcp",
        slug: "tools",
        name: "tools",
        bindings: [{ kind: "mcp", toolName: "a", function: "a" }],
        policies: { development: { caller: { mode: "none" } }, production: { caller: { mode: "api-key" } } },
      },
    ],
  });

const token = /t\d+[a-z]?-[ab]\b/g;
const tokensIn = (text: string): string[] => text.match(token) ?? [];

/**
 * One history of edits by a folder, a second folder and the console. Each edit leaves a token behind. A token may
 * vanish only in two ways: its edit's author saw it, or somebody who resolved a conflict saw both sides.
 */
class History {
  readonly random: (below: number) => number;
  readonly folders: TestFolder[];
  readonly given = new Set<string>();
  readonly superseded = new Set<string>();
  #count = 0;

  constructor(seed: number, folders: TestFolder[]) {
    this.random = randomOf(seed);
    this.folders = folders;
    for (const one of tokensIn(JSON.stringify(start()))) this.given.add(one);
  }

  #next(): string {
    this.#count += 1;
    for (const part of ["a", "b"]) this.given.add(`t${this.#count}-${part}`);
    return `t${this.#count}`;
  }

  /** Replaces an old token by a new one. */
  #replace(text: string): string {
    const all = tokensIn(text);
    const old = all[this.random(all.length)];
    if (old === undefined) return text;
    this.#count += 1;
    const made = `t${this.#count}-${old.at(-1)!}`;
    this.given.add(made);
    this.superseded.add(old);
    return text.replace(old, made);
  }

  get #server() {
    return this.folders[0]!.server;
  }

  #editServer(): void {
    const { functions } = this.#server.source;
    const at = this.random(functions.length || 1);
    const kind = this.random(6);
    this.#server.edit((source) => {
      const one = source.functions[at];
      if (kind === 0 || one === undefined) {
        const slug = `s${this.#count}`;
        source.functions.push({ ...start().functions[0]!, slug, name: slug, source: sourceOf(this.#next()) });
      } else if (kind === 1 && one.slug !== "a") {
        for (const lost of tokensIn(JSON.stringify(one))) this.superseded.add(lost);
        source.functions.splice(at, 1);
      } else if (kind <= 2) {
        for (const lost of tokensIn(one.description)) this.superseded.add(lost);
        one.description = `${this.#next()}-a`;
        this.superseded.add(`t${this.#count}-b`);
      } else if (kind === 3) {
        const [endpoint] = source.endpoints;
        for (const lost of tokensIn(endpoint!.instructions)) this.superseded.add(lost);
        endpoint!.instructions = `${this.#next()}-a\nand\nt${this.#count}-b\n`;
      } else one.source = this.#replace(one.source);
    });
  }

  async #editFolder(folder: TestFolder): Promise<void> {
    const paths = [...(await folder.files()).keys()].filter((path) => /^functions\/.*\.ts$/.test(path));
    const path = paths[this.random(paths.length || 1)];
    const kind = this.random(6);
    if (kind === 0 || path === undefined) return folder.write(`functions/f${this.#count}.ts`, sourceOf(this.#next()));
    const beside = path.replace(/ts$/, "yaml");
    const settings = await folder.read(beside).catch(() => "");
    if (kind === 1 && path !== "functions/a.ts") {
      for (const lost of tokensIn((await folder.read(path)) + settings)) this.superseded.add(lost);
      await folder.remove(beside);
      return folder.remove(path);
    }
    if (kind <= 2) {
      const { tree } = readYaml("", settings);
      for (const lost of tokensIn(settings)) this.superseded.add(lost);
      this.superseded.add(`${this.#next()}-b`);
      return folder.write(beside, editYaml(settings, { ...tree, description: `t${this.#count}-a` }));
    }
    if (kind === 3) {
      const text = await folder.read("endpoints/tools.yaml");
      const { tree } = readYaml("", text);
      for (const lost of tokensIn(text)) this.superseded.add(lost);
      const instructions = `${this.#next()}-a\nand\nt${this.#count}-b\n`;
      return folder.write("endpoints/tools.yaml", editYaml(text, { ...(tree as Tree), instructions }));
    }
    return folder.write(path, this.#replace(await folder.read(path)));
  }

  /** Chooses a side of each conflict that a file shows. */
  async #resolve(folder: TestFolder): Promise<void> {
    for (const [path, text] of await folder.files()) {
      const resolved = text.replaceAll(
        /^<<<<<<< here\n([\s\S]*?)^=======\n([\s\S]*?)^>>>>>>> server\n/gm,
        (_, ours: string, theirs: string) => (this.random(2) === 0 ? ours : theirs),
      );
      if (resolved === text) continue;
      const left = tokensIn(resolved);
      for (const one of tokensIn(text)) if (!left.includes(one)) this.superseded.add(one);
      await folder.write(path, resolved);
    }
  }

  async #pull(folder: TestFolder): Promise<void> {
    const { conflicts } = await folder.pull();
    if (conflicts.length > 0) await this.#resolve(folder);
  }

  async #push(folder: TestFolder, deletes: boolean): Promise<string> {
    const { outcome } = await folder.push({ delete: deletes });
    await this.#resolve(folder);
    return outcome;
  }

  async step(): Promise<void> {
    const folder = this.folders[this.random(this.folders.length)]!;
    switch (this.random(8)) {
      case 0:
      case 1:
        return this.#editServer();
      case 2:
        return this.#pull(folder);
      case 3: {
        if (this.random(3) === 0) this.#server.beforeApply = () => this.#editOnce();
        await this.#push(folder, this.random(2) === 0);
        return undefined;
      }
      default:
        return this.#editFolder(folder);
    }
  }

  #editOnce(): void {
    this.#server.beforeApply = () => undefined;
    this.#editServer();
  }

  /** Syncs everything, and returns the edits that are missing although nobody removed them. */
  async lost(): Promise<string[]> {
    this.#server.beforeApply = () => undefined;
    for (let quiet = 0; quiet < 2;) {
      quiet = 0;
      for (const folder of this.folders) {
        await this.#pull(folder);
        if ((await this.#push(folder, true)) === "nothing") quiet += 1;
      }
    }
    const left = JSON.stringify(this.#server.source);
    return [...this.given].filter((one) => !this.superseded.has(one) && !left.includes(one));
  }
}

/** The long tests run a minute's worth of histories. */
const histories = process.env["FERRULE_TEST_LENGTH"] === "full" ? 200 : 50;

test("random histories of edits in two folders and on the server never lose one", async () => {
  const first = Number(process.env["FERRULE_SEED"] ?? 1);
  for (let seed = first; seed < first + (process.env["FERRULE_SEED"] === undefined ? histories : 1); seed += 1) {
    await using one = await TestFolder.create(start());
    await using other = await TestFolder.create(one.server);
    const history = new History(seed, [one, other]);
    for (const folder of history.folders) await folder.pull();
    for (let step = 0; step < 25; step += 1) await history.step();
    assert.deepEqual(await history.lost(), [], `seed ${seed}`);
    const [ours, theirs] = await Promise.all(history.folders.map((folder) => folder.files()));
    assert.deepEqual(ours, theirs, `seed ${seed}`);
  }
});
