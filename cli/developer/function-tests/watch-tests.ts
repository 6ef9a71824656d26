import { describedError } from "../described-error.ts";
import type { Context } from "../context/context.ts";
import type { Exit } from "../exit-codes.ts";
import { LiveFolder, type LiveRead } from "../live/live-folder.ts";
import { listenKeys } from "../live/listen-keys.ts";
import { watchFolder } from "../live/watch-folder.ts";
import { problemsText } from "../previews/tell-served.ts";
import { FolderError } from "../project/folder-error.ts";
import type { Workplace } from "../project/workplace.ts";
import { plain } from "../terminal/plain.ts";
import type { Documents } from "../../folder/documents.ts";
import { runTests, type TestOptions } from "./run-tests.ts";

const help = "a run all tests · q quit";

/**
 * The Functions whose tests may end differently now: those whose files have changed, or all where something has changed that
 * several use. `null` stands for all.
 */
export function touched(before: Documents, now: Documents): ReadonlySet<string> | null {
  const found = new Set<string>();
  for (const path of new Set([...before.keys(), ...now.keys()])) {
    const [held, one] = [before.get(path), now.get(path)];
    if (held === one || JSON.stringify(held) === JSON.stringify(one)) continue;
    const slug = /^functions\/([^/.]+)\./.exec(path)?.[1];
    if (slug === undefined) return null;
    found.add(slug);
  }
  return found;
}

/** Shows why nothing can be tested now. */
function tellFolder({ out, paint }: Context, { message, problems }: FolderError, { files }: LiveRead): void {
  const placed = problems.map((one) => ({ ...one, severity: "error" as const, code: "" }));
  out.event({ message, problems }, () => `${problemsText(placed, files, paint)}\n${paint.red("✗")} ${plain(message)}`);
}

/** Runs the tests again after each save: of the Functions that the save touches. Ends when somebody quits. */
export async function watchTests(
  context: Context,
  place: Workplace,
  options: TestOptions,
  slugs: readonly string[],
): Promise<Exit> {
  const { out, paint, terminal } = context;
  const quit = new AbortController();
  const signal = AbortSignal.any([quit.signal, context.signal]);
  const live = new LiveFolder(place);
  const watch = watchFolder(place.root, () =>
    out.note("The system does not tell of changes here. Looking again and again."),
  );
  let wake = new AbortController();
  let wantsAll = true;
  const pressed = (key: string) => {
    if (key === "q") quit.abort();
    if (key !== "a") return;
    wantsAll = true;
    wake.abort();
  };
  const keys = terminal === null ? null : listenKeys(terminal, pressed);
  let known: Documents = new Map();
  const once = async (read: LiveRead) => {
    if (read.said instanceof FolderError) return tellFolder(context, read.said, read);
    const { folder, source } = read.said;
    const these = wantsAll ? null : touched(known, folder.documents);
    known = folder.documents;
    const all = source.functions.flatMap(({ slug, tests }) =>
      tests && (slugs.length === 0 || slugs.includes(slug)) ? [slug] : [],
    );
    const chosen = these === null ? all : all.filter((slug) => these.has(slug));
    wantsAll = false;
    if (chosen.length === 0) return these === null ? out.note("There are no tests yet.") : undefined;
    const ended = await runTests({ ...context, signal }, options, { folder, source, slugs: chosen });
    return terminal === null
      ? undefined
      : out.note(paint.dim(`${ended === "done" ? "" : "Failed. "}Waiting for a save. ${help}`));
  };
  try {
    while (!signal.aborted) {
      let read = await live.read();
      while (watch.hold(read.folders)) read = await live.read();
      try {
        await once(read);
      } catch (error) {
        if (signal.aborted) break;
        const { message, hint, exit } = describedError(error, context.signal);
        if (exit === "signedOut") context.forgetSignIn();
        out.note(`${paint.red("✗")} ${plain(message)}${hint === undefined ? "" : ` ${plain(hint)}`}`);
        // What was not tested is tested with the next save.
        wantsAll = true;
      }
      wake = new AbortController();
      await watch.changed(AbortSignal.any([signal, wake.signal]));
    }
  } finally {
    keys?.close();
    watch.close();
  }
  return "done";
}
