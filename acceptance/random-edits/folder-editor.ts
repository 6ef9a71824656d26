import type { TestFolder } from "@ferrule/cli/developer/project/testing/test-folder.ts";
import type { FileConflict } from "@ferrule/cli/developer/project/settle.ts";
import { isTree, type Tree } from "@ferrule/cli/folder/documents.ts";
import { editYaml } from "@ferrule/cli/folder/yaml/edit-yaml.ts";
import { readYaml } from "@ferrule/cli/folder/yaml/read-yaml.ts";
import type { Ledger } from "./ledger.ts";
import type { MeddledServer } from "./meddled-server.ts";
import type { Random } from "./random.ts";
import { collectionOf, cronOf, originOf, sourceOf } from "./start-source.ts";

const shownConflict = /^<<<<<<< here\n([\s\S]*?)^=======\n([\s\S]*?)^>>>>>>> server\n/gm;

const mayGo = (name: string) => /^(?:b|n\d+)$/.test(name);
const treeAt = (tree: Tree, ...names: string[]): Tree => {
  const found = names.reduce<Tree>((at, name) => (isTree(at[name]) ? at[name] : {}), tree);
  return found;
};
/** The tree with this member at a path; without a value, without the member. */
function withMember(tree: Tree, [name = "", ...more]: readonly string[], value?: Tree[string]): Tree {
  if (more.length > 0) return { ...tree, [name]: withMember(treeAt(tree, name), more, value) };
  if (value !== undefined) return { ...tree, [name]: value };
  return Object.fromEntries(Object.entries(tree).filter(([other]) => other !== name));
}

/** Somebody who edits the files of a folder, pulls and pushes, and resolves each conflict that a file shows. */
export class FolderEditor {
  readonly folder: TestFolder<MeddledServer>;
  readonly #ledger: Ledger;
  readonly #random: Random;

  constructor(folder: TestFolder<MeddledServer>, ledger: Ledger, random: Random) {
    this.folder = folder;
    this.#ledger = ledger;
    this.#random = random;
  }

  /** One edit of one file. */
  edit(): Promise<void> {
    const edits = [
      () => this.#source("functions"),
      () => this.#source("functions"),
      () => this.#source("lib"),
      () => this.#collection(),
      () =>
        this.#member("crons.yaml", ["development"], (mark) => ({ function: "a", ...cronOf(mark) }), ["input", "note"]),
      () =>
        this.#member("endpoints/tools.yaml", ["tools"], (mark) => ({ function: "a", description: mark }), [
          "description",
        ]),
      () => this.#endpoint(),
      () => this.#description(),
    ];
    return this.#random.one(edits)();
  }

  /** Returns how many files it changed. */
  async pull(): Promise<number> {
    const { changes, conflicts } = await this.folder.pull();
    await this.#resolve(conflicts);
    return changes.length;
  }

  async push(deletes: boolean): Promise<string> {
    const { outcome, settled } = await this.folder.push({ delete: deletes });
    await this.#resolve(settled.conflicts);
    return outcome;
  }

  async #pathsIn(pattern: RegExp): Promise<string[]> {
    return [...(await this.folder.files()).keys()].filter((path) => pattern.test(path));
  }

  async #source(where: "functions" | "lib"): Promise<void> {
    const [folder, ledger] = [this.folder, this.#ledger];
    const path = this.#random.one(await this.#pathsIn(new RegExp(String.raw`^${where}/.*\.ts$`)));
    if (this.#random.chance(6))
      return folder.write(
        `${where}/${ledger.name()}.ts`,
        sourceOf(() => ledger.mark()),
      );
    const [text, beside] = [await folder.read(path), path.replace(/ts$/, "yaml")];
    const name = /(\w+)\.ts$/.exec(path)![1]!;
    if (mayGo(name) && this.#random.chance(5)) {
      ledger.removed(name, text + (await folder.read(beside).catch(() => "")));
      await folder.remove(beside);
      return folder.remove(path);
    }
    const after = this.#random.replaceMark(text, ledger);
    ledger.replaced(text, after);
    return folder.write(path, after);
  }

  async #description(): Promise<void> {
    const path = this.#random.one(await this.#pathsIn(/^functions\/.*\.ts$/)).replace(/ts$/, "yaml");
    return this.#set(path, ["description"], this.#ledger.mark());
  }

  async #collection(): Promise<void> {
    const [folder, ledger] = [this.folder, this.#ledger];
    const path = this.#random.one(await this.#pathsIn(/^collections\//));
    const name = /(\w+)\.yaml$/.exec(path)![1]!;
    if (this.#random.chance(6))
      return folder.write(`collections/${ledger.name()}.yaml`, editYaml("", collectionOf(ledger.mark())));
    if (!mayGo(name) || !this.#random.chance(5)) return this.#set(path, ["description"], ledger.mark());
    ledger.removed(name, await folder.read(path));
    return folder.remove(path);
  }

  /** Makes, removes or changes a member of a YAML file, such as a tool of an endpoint. */
  async #member(path: string, at: string[], make: (mark: string) => Tree, field: string[]): Promise<void> {
    const ledger = this.#ledger;
    const members = treeAt(await this.#tree(path), ...at);
    const name = this.#random.one(Object.keys(members));
    if (this.#random.chance(6)) return this.#set(path, [...at, ledger.name()], make(ledger.mark()));
    if (!mayGo(name) || !this.#random.chance(5)) return this.#set(path, [...at, name, ...field], ledger.mark());
    ledger.removed(name, members[name]);
    return this.#set(path, [...at, name]);
  }

  async #endpoint(): Promise<void> {
    const [path, ledger] = ["endpoints/tools.yaml", this.#ledger];
    const environment = this.#random.one(["development", "production"]);
    const origins = ["policies", environment, "allowedOrigins"];
    if (this.#random.chance(2)) return this.#set(path, origins, [originOf(ledger.mark())]);
    if (this.#random.chance(2)) return this.#set(path, ["description"], ledger.mark());
    const { instructions } = await this.#tree(path);
    return this.#set(path, ["instructions"], this.#random.replaceMark(instructions as string, ledger));
  }

  async #tree(path: string): Promise<Tree> {
    const { tree } = readYaml(path, await this.folder.read(path).catch(() => ""));
    return tree as Tree;
  }

  async #set(path: string, field: readonly string[], value?: Tree[string]): Promise<void> {
    const text = await this.folder.read(path).catch(() => "");
    const after = editYaml(text, withMember(await this.#tree(path), field, value));
    this.#ledger.replaced(text, after);
    await this.folder.write(path, after);
  }

  /** Chooses a side of each conflict that a file shows. A file must show each one that was told. */
  async #resolve(conflicts: readonly FileConflict[]): Promise<void> {
    this.#ledger.tell(conflicts);
    const shown = new Set<string>();
    for (const [path, text] of await this.folder.files()) {
      const resolved = text.replaceAll(shownConflict, (_, ours: string, theirs: string) =>
        this.#random.one([ours, theirs]),
      );
      if (resolved === text) continue;
      shown.add(path);
      this.#ledger.replaced(text, resolved);
      await this.folder.write(path, resolved);
    }
    const hidden = conflicts.filter(({ kind, file }) => !kind.startsWith("deleted") && !shown.has(file));
    if (hidden.length > 0) throw new Error(`No file shows the conflicts ${JSON.stringify(hidden)}.`);
    const untold = [...shown].filter((path) => !conflicts.some(({ file }) => file === path));
    if (untold.length > 0) throw new Error(`Nobody told the conflicts in ${untold.join(", ")}.`);
  }
}
