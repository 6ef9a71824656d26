import assert from "node:assert/strict";
import { readDocuments } from "@ferrule/cli/folder/read-documents.ts";
import type { Client } from "@ferrule/contract/client.ts";
import { ApiEditor } from "./api-editor.ts";
import { FolderEditor } from "./folder-editor.ts";
import { Ledger } from "./ledger.ts";
import { MeddledServer } from "./meddled-server.ts";
import { Random } from "./random.ts";
import { namesIn, startSource } from "./start-source.ts";
import { TestFolder } from "@ferrule/cli/developer/project/testing/test-folder.ts";

/** More rounds than this to agree would mean that two folders push each other's work away for ever. */
const mostRounds = 6;

/** One history of a Project: two folders and the API edit it, in an order that the seed decides. */
export class History implements AsyncDisposable {
  readonly ledger: Ledger;
  readonly #client: Client;
  readonly #random: Random;
  readonly #api: ApiEditor;
  readonly #folders: FolderEditor[];

  private constructor(client: Client, parts: { ledger: Ledger; random: Random; folders: FolderEditor[] }) {
    this.ledger = parts.ledger;
    this.#client = client;
    this.#random = parts.random;
    this.#folders = parts.folders;
    this.#api = new ApiEditor(client, parts.ledger, parts.random);
  }

  /** @param client an owner in an empty Project */
  static async begin(client: Client, seed: number): Promise<History> {
    const [ledger, random] = [new Ledger(), new Random(seed)];
    const source = startSource(() => ledger.mark());
    const { digest } = await client.previewProjectSource({ body: { source } });
    await client.applyProjectSource({ body: { source, previewDigest: digest } });
    const folders: FolderEditor[] = [];
    for (let at = 0; at < 2; at += 1) {
      const folder = await TestFolder.of(new MeddledServer(client));
      await folder.pull();
      folders.push(new FolderEditor(folder, ledger, random));
    }
    return new History(client, { ledger, random, folders });
  }

  /** An edit by somebody, a pull, or a push. Others may act between the requests of the pull or the push. */
  async step(): Promise<void> {
    const one = this.#random.one(this.#folders);
    const kind = this.#random.one(["api", "api", "pull", "push", "push", "edit", "edit", "edit", "edit"] as const);
    if (kind === "api") return this.#api.edit();
    if (kind === "edit") return one.edit();
    if (this.#random.chance(2)) one.folder.server.meddle(this.#meddlers(one));
    await (kind === "pull" ? one.pull() : one.push(this.#random.chance(2)));
    one.folder.server.meddle([]);
  }

  #meddlers(one: FolderEditor): (() => Promise<void>)[] {
    const other = this.#folders.find((each) => each !== one)!;
    const nothing = async () => undefined;
    const all = [
      nothing,
      nothing,
      () => this.#api.edit(),
      () => one.edit(),
      async () => void (await other.push(this.#random.chance(2))),
    ];
    return Array.from({ length: 4 }, () => this.#random.one(all));
  }

  /** Everybody pulls and pushes until there is nothing left to push, and then nobody has lost an edit. */
  async end(): Promise<void> {
    for (let [quiet, rounds] = [0, 0]; quiet < this.#folders.length; rounds += 1) {
      assert.ok(rounds < mostRounds, "the folders do not agree");
      quiet = 0;
      for (const one of this.#folders) {
        const changed = await one.pull();
        if ((await one.push(true)) === "nothing" && changed === 0) quiet += 1;
      }
    }
    const { source } = await this.#client.getProjectSource();
    assert.deepEqual(this.ledger.missing(source, namesIn(source)), []);
    // The order of the members in a file is the folder's own.
    const [ours, theirs] = await Promise.all(
      this.#folders.map(async ({ folder }) => readDocuments(await folder.files()).documents),
    );
    assert.deepEqual(ours, theirs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { folder } of this.#folders) await folder[Symbol.asyncDispose]();
  }
}
