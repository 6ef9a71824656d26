import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { Problem } from "../../../folder/documents.ts";
import { fileSystem, type FileSystem } from "../file-system.ts";
import { pullProject } from "../pull-project.ts";
import { pushProject, type PushOptions } from "../push-project.ts";
import type { ProjectServer, Workplace } from "../workplace.ts";
import { StandInServer } from "./stand-in-server.ts";

const address = { installation: "https://ferrule.example.com", project: "shop" };

/** A folder on disk, and its Project: in memory, unless a test passes another server. */
export class TestFolder<Server extends ProjectServer = StandInServer> implements AsyncDisposable {
  readonly root: string;
  readonly server: Server;
  fs: FileSystem = fileSystem;
  readonly warned: Problem[] = [];

  constructor(root: string, server: Server) {
    this.root = root;
    this.server = server;
  }

  /** @param of the server of another folder, or the Project's contents */
  static async create(of: StandInServer | ProjectSource): Promise<TestFolder> {
    return TestFolder.of(of instanceof StandInServer ? of : new StandInServer(of));
  }

  /** An empty folder of this server's Project. */
  static async of<Server extends ProjectServer>(server: Server): Promise<TestFolder<Server>> {
    return new TestFolder(await mkdtemp(join(tmpdir(), "ferrule-folder-")), server);
  }

  get place(): Workplace {
    return { root: this.root, address, server: this.server, fs: this.fs, warn: (all) => this.warned.push(...all) };
  }

  pull() {
    return pullProject(this.place);
  }

  push(options: Partial<PushOptions> = {}) {
    return pushProject(this.place, { delete: false, force: false, confirm: async () => true, ...options });
  }

  async write(path: string, text: string | Uint8Array): Promise<void> {
    const file = join(this.root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.root, path), "utf8");
  }

  async edit(path: string, change: (text: string) => string): Promise<void> {
    await this.write(path, change(await this.read(path)));
  }

  remove(path: string): Promise<void> {
    return rm(join(this.root, path), { recursive: true, force: true });
  }

  /** All files but the folder's own state, by path with slashes. */
  async files(): Promise<Map<string, string>> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.root, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .filter((path) => !path.startsWith(".ferrule/"));
    const all = await Promise.all(paths.sort().map(async (path) => [path, await this.read(path)] as const));
    return new Map(all);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
