import { watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { singles } from "../../folder/documents.ts";
import { roomNames } from "../../folder/locate.ts";

/** A folder whose changes somebody waits for. */
export interface FolderWatch {
  /**
   * Says which folders there are, by path with what tells one from another of the same name. Returns whether one is new: what
   * was written into it before now was not heard.
   */
  hold: (folders: ReadonlyMap<string, string>) => boolean;
  /** Waits until files have changed since the last call and are quiet, or `signal` aborts. Returns when the first one changed. */
  changed: (signal: AbortSignal) => Promise<number>;
  close: () => void;
}

/** An editor's save is several changes, and a checkout is thousands. */
const quietMs = 8;
const longestMs = 250;
/** Where the system cannot tell of changes: how often we look. */
const pollMs = 700;

const topNames = new Set<string>([...roomNames, ...Object.values(singles), "ferrule.yaml"]);
/** Linux tells of one folder at a time, and so of none that nobody needs, such as node_modules. Others tell of all folders below one. */
const tellsOfAll = process.platform === "darwin" || process.platform === "win32";

/** Whether a change may be one of the Project's files. `path` is null where the system does not say which file it was. */
const concerns = (path: string | null) => path === null || topNames.has(path.split(/[\\/]/)[0]!);

/**
 * Watches a folder. A change is only heard, never believed: read the folder to see what it is. Where the system refuses to tell,
 * as on some network drives or with too many watches, `onPoll` hears of it once, and each look counts as a change.
 */
export function watchFolder(root: string, onPoll: () => void): FolderWatch {
  const watchers = new Map<string, { watcher: FSWatcher; mark: string }>();
  /** When the first and the last change came that nobody has taken yet. */
  const heard: { firstAt: number | null; lastAt: number } = { firstAt: null, lastAt: 0 };
  let wake: () => void = () => undefined;
  let poll: NodeJS.Timeout | undefined;
  const note = () => {
    heard.lastAt = performance.now();
    heard.firstAt ??= heard.lastAt;
    wake();
  };
  const startPolling = () => {
    if (poll !== undefined) return;
    onPoll();
    poll = setInterval(note, pollMs);
  };
  const start = (folder: string, mark: string, recursive: boolean) => {
    try {
      const watcher = watch(join(root, folder), { recursive }, (_kind, name) => {
        if (folder !== "" || concerns(name)) note();
      });
      watcher.on("error", () => {
        watcher.close();
        watchers.delete(folder);
        note();
        if (folder === "") startPolling();
      });
      watchers.set(folder, { watcher, mark });
    } catch (error) {
      // A folder that is gone already will not change.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || folder === "") startPolling();
    }
  };
  start("", "", tellsOfAll);
  return {
    hold: (folders) => {
      if (tellsOfAll || poll !== undefined) return false;
      for (const [folder, { watcher, mark }] of watchers) {
        if (folder === "" || folders.get(folder) === mark) continue;
        watcher.close();
        watchers.delete(folder);
      }
      const fresh = [...folders].filter(([folder]) => !watchers.has(folder));
      for (const [folder, mark] of fresh) start(folder, mark, false);
      return fresh.length > 0;
    },
    changed: async (signal) => {
      const stop = () => wake();
      signal.addEventListener("abort", stop);
      while (heard.firstAt === null && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      signal.removeEventListener("abort", stop);
      const began = heard.firstAt ?? performance.now();
      for (;;) {
        const now = performance.now();
        if (signal.aborted || now - heard.lastAt >= quietMs || now - began >= longestMs) break;
        await sleep(Math.ceil(quietMs - (now - heard.lastAt)));
      }
      heard.firstAt = null;
      return began;
    },
    close: () => {
      clearInterval(poll);
      for (const { watcher } of watchers.values()) watcher.close();
    },
  };
}
