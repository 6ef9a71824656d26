import { ApiError } from "@ferrule/contract/api-error.ts";
import type { ProjectSourcePlan } from "@ferrule/contract/resources/project-source.ts";
import { isTree, type Document, type Documents, type Tree } from "../../folder/documents.ts";
import { toDocuments } from "../../folder/to-documents.ts";
import { readBase, type BaseState } from "./base-state.ts";
import { holdFolder } from "./hold-folder.ts";
import { readProject } from "./reading/read-project.ts";
import { settle, type Settled } from "./settle.ts";
import { sourceToSend } from "./source-to-send.ts";
import type { Workplace } from "./workplace.ts";

export interface PushOptions {
  /** Whether to delete on the server what the folder lacks. */
  delete: boolean;
  /** Works without a base: the folder's state replaces the server's wherever they differ. */
  force: boolean;
  /** Asks a person, or agrees at once. */
  confirm(plan: ProjectSourcePlan): Promise<boolean>;
}

export interface Pushed {
  outcome: "pushed" | "nothing" | "declined" | "conflict";
  plan: ProjectSourcePlan | null;
  /** Changes that the server's own edits made in the folder. */
  settled: Settled;
}

/** The server's state is no longer the base, or the plan is not the previewed one. */
const isMoved = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "INVALID_STATE" && error.details?.["digest"] !== undefined;
/** The pushed source, plus what the server kept although the folder has removed it on purpose. */
function withKept(pushed: Tree, before: Tree, after: Tree): Tree {
  const kept = Object.keys(before).filter((name) => !Object.hasOwn(pushed, name) && Object.hasOwn(after, name));
  const inside = Object.entries(pushed).map(([name, one]) => {
    const [b, a] = [before, after].map((tree) => (Object.hasOwn(tree, name) ? tree[name] : undefined));
    return [name, isTree(one) && isTree(b) && isTree(a) ? withKept(one, b, a) : one] as const;
  });
  return Object.fromEntries([...inside, ...kept.map((name) => [name, before[name]!] as const)]);
}
const treeOf = (documents: Documents) => Object.fromEntries(documents) as unknown as Tree;

const nothing: Settled = { changes: [], conflicts: [] };
const joined = (one: Settled, other: Settled): Settled => ({
  changes: [...one.changes, ...other.changes],
  conflicts: [...one.conflicts, ...other.conflicts],
});

/** The base of a push. If a folder has none, this merges the server's state into it first. */
async function baseOf(place: Workplace, force: boolean): Promise<{ base: BaseState | null; settled: Settled }> {
  const base = await readBase(place.root, place.address, place.fs);
  if (base !== null || force) return { base, settled: nothing };
  const remote = await place.server.getProjectSource();
  return { base: remote, settled: await settle(place, new Map(), remote) };
}

/** After a push: takes over the server's form of the pushed source, and edits that somebody made at the same moment. */
async function settlePushed(place: Workplace, pushed: Documents, base: BaseState | null): Promise<Settled> {
  const remote = await place.server.getProjectSource();
  const after = treeOf(toDocuments(remote.source));
  const before = base === null ? {} : treeOf(toDocuments(base.source));
  const common = withKept(treeOf(pushed), before, after) as unknown as Record<string, Document>;
  return settle(place, new Map(Object.entries(common)), remote);
}

/**
 * Makes the Project on the server match the folder: previews, asks, and applies all of it or nothing. First it merges
 * what the server has changed since the last pull, as `pullProject` does, and plans again.
 * @throws ApiError of the server; FolderError when the folder cannot be read or written
 */
export function pushProject(place: Workplace, options: PushOptions): Promise<Pushed> {
  const { root, server, fs } = place;
  return holdFolder(root, fs, async () => {
    let settled = nothing;
    for (let attempt = 1; ; attempt += 1) {
      const found = await baseOf(place, options.force);
      settled = joined(settled, found.settled);
      if (settled.conflicts.length > 0) return { outcome: "conflict", plan: null, settled };
      const { base } = found;
      const known = base === null ? new Map() : toDocuments(base.source);
      const folder = await readProject(place, known);
      const body = {
        source: sourceToSend(folder, base),
        delete: options.delete,
        ...(base === null ? {} : { base: base.digest }),
      };
      try {
        const plan = await server.previewProjectSource({ body });
        if (plan.changes.length === 0) return { outcome: "nothing", plan, settled };
        if (!(await options.confirm(plan))) return { outcome: "declined", plan, settled };
        await server.applyProjectSource({ body: { ...body, previewDigest: plan.digest } });
        settled = joined(settled, await settlePushed(place, folder.documents, base));
        return { outcome: "pushed", plan, settled };
      } catch (error) {
        if (attempt === 5 || !isMoved(error)) throw error;
        const remote = await server.getProjectSource();
        settled = joined(settled, await settle(place, known, remote));
      }
    }
  });
}
