import { setTimeout as sleep } from "node:timers/promises";
import type { Commit } from "@ferrule/contract/resources/commit.ts";
import { ApiError } from "@ferrule/contract/api-error.ts";
import { commitToDeploy } from "../commits/commit-to-deploy.ts";
import { describedError } from "../described-error.ts";
import type { Exit } from "../exit-codes.ts";
import { LiveFolder, type LiveRead } from "../live/live-folder.ts";
import type { FolderWatch } from "../live/watch-folder.ts";
import { serveSource } from "../previews/serve-source.ts";
import { FolderError } from "../project/folder-error.ts";
import type { Workplace } from "../project/workplace.ts";
import type { Session } from "./session.ts";
import { tellFolder, tellServed, tellTrouble } from "./tell.ts";

/** How long to wait before something is sent again that did not arrive, by the number of the attempt. */
const againMs = [500, 1_000, 2_000, 5_000] as const;

/** How a try to serve the folder ended. `again`: the same may work later, without a save. */
export type Outcome = { end: Exit; again: boolean };

/** Whether nobody knows if the server has it, or the server says that it will take it later. */
const mayWorkLater = (exit: Exit, error: unknown) =>
  exit === "unreachable" || exit === "signedOut" || (error instanceof ApiError && error.status === 429);

/** Reads the folder, sends it, and tells how that ended. */
export class FolderServer {
  readonly #session: Session;
  readonly #folder: LiveFolder;
  #commit: Promise<Commit | null>;
  /** What is not to be told again while it lasts. */
  #trouble: string | null = null;
  /** What was sent last, and is served or cannot be built. */
  #sent: ReadonlyMap<string, string> | null = null;
  #told: string | null = null;

  constructor(session: Session, place: Workplace) {
    this.#session = session;
    this.#folder = new LiveFolder(place);
    this.#commit = commitToDeploy(session.context).catch(() => null);
  }

  read(): Promise<LiveRead> {
    return this.#folder.read();
  }

  /** Whether a read holds what was sent last. */
  isSent({ files }: LiveRead): boolean {
    const sent = this.#sent;
    return sent !== null && sent.size === files.size && [...files].every(([path, text]) => sent.get(path) === text);
  }

  async #send(read: LiveRead, said: Exclude<LiveRead["said"], FolderError>, beganAt: number): Promise<Outcome> {
    const session = this.#session;
    const { context, name, signal } = session;
    const client = await context.client();
    const commit = await this.#commit;
    const answer = await serveSource(client, name, { source: said.source, commit }, signal);
    // For the next save: somebody may have committed meanwhile.
    this.#commit = commitToDeploy(context).catch(() => null);
    if (this.#trouble !== null) session.say.note("Connected again.");
    this.#trouble = null;
    const before = session.served;
    this.#sent = read.files;
    session.served = { answer, ...said };
    await tellServed(session, before, performance.now() - beganAt);
    return { end: answer.status === "serving" ? "done" : "failed", again: false };
  }

  /** Serves what was read. `beganAt` is when the save was heard, by `performance.now()`. */
  async serve(read: LiveRead, beganAt: number): Promise<Outcome> {
    const { context, signal } = this.#session;
    if (read.said instanceof FolderError) {
      const told = JSON.stringify([read.said.message, read.said.problems]);
      if (told !== this.#told) tellFolder(this.#session, read.said, read.files);
      this.#told = told;
      this.#sent = null;
      return { end: read.said.exit, again: false };
    }
    this.#told = null;
    try {
      return await this.#send(read, read.said, beganAt);
    } catch (error) {
      if (signal.aborted) return { end: "done", again: false };
      const described = describedError(error, context.signal);
      if (described.exit === "signedOut") context.forgetSignIn();
      const trouble = `${described.code} ${described.message}`;
      if (trouble !== this.#trouble) tellTrouble(this.#session, described);
      this.#trouble = trouble;
      return { end: described.exit, again: mayWorkLater(described.exit, error) };
    }
  }
}

/**
 * Serves the folder after each change of it, until the session ends. What did not arrive is sent again, at once after a save and
 * otherwise after a while.
 * @throws the file system's error when the folder cannot be read any more
 */
export async function keepServing(
  { signal }: Session,
  server: FolderServer,
  watch: FolderWatch,
  first: Outcome,
): Promise<void> {
  let { again } = first;
  for (let tries = 0; !signal.aborted;) {
    const waiting = new AbortController();
    const either = AbortSignal.any([signal, waiting.signal]);
    if (again) {
      const ms = againMs[Math.min(tries, againMs.length - 1)]!;
      sleep(ms, undefined, { signal: either }).then(
        () => waiting.abort(),
        () => undefined,
      );
    }
    const beganAt = await watch.changed(either);
    waiting.abort();
    if (signal.aborted) return;
    let read = await server.read();
    while (watch.hold(read.folders)) read = await server.read();
    if (server.isSent(read) && !again) continue;
    ({ again } = await server.serve(read, beganAt));
    tries = again ? tries + 1 : 0;
  }
}
