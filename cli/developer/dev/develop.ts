import { ApiError } from "@ferrule/contract/api-error.ts";
import type { Client } from "@ferrule/contract/client.ts";
import type { Preview } from "@ferrule/contract/resources/preview.ts";
import type { Context } from "../context/context.ts";
import type { Exit } from "../exit-codes.ts";
import { heldOutput } from "../live/held-output.ts";
import { watchFolder } from "../live/watch-folder.ts";
import { previewKeys } from "../previews/preview-keys.ts";
import { givenName, nameOfPerson, otherNameOfPerson } from "../previews/preview-name.ts";
import { warnOnce, workplaceOf } from "../project/workplace-of.ts";
import { plain } from "../terminal/plain.ts";
import { followPreview } from "./follow-preview.ts";
import { FolderServer, keepServing } from "./keep-serving.ts";
import { reactToKeys } from "./react-to-keys.ts";
import type { Session } from "./session.ts";

export interface DevOptions {
  name?: string;
  once?: boolean;
  end?: boolean;
}

async function previewNamed(client: Client, name: string): Promise<Preview | null> {
  try {
    return await client.getPreview({ params: { name } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The name of this person's preview. Somebody else's of the same name stays as it is, unless it was named on the command line. */
async function nameFor(context: Context, given: string | undefined): Promise<string> {
  const client = await context.client();
  const { user } = await client.getMe();
  const name = given === undefined ? nameOfPerson(user.email) : await givenName(given);
  const maker = (await previewNamed(client, name))?.createdBy ?? null;
  if (maker === null || maker.email === user.email) return name;
  if (given === undefined) return otherNameOfPerson(user.email, user.id);
  context.out.note(
    context.paint.yellow(`${name} was made by ${plain(maker.email)}. It serves your folder from now on.`),
  );
  return name;
}

/** Ends the preview, or says how long it stays. The session's own signal is aborted by now. */
async function leave({ context, name, served, say }: Session, ends: boolean): Promise<void> {
  if (served === null) return;
  if (!ends) return say.note(`${name} stays until ${served.answer.endsAt}. \`ferrule preview end ${name}\` ends it.`);
  await (await context.client()).endPreview({ params: { name }, signal: AbortSignal.timeout(10_000) });
  say.event({ event: "ended", name }, `Ended ${name}.`);
}

/** Serves the folder after each save, and shows its calls, until somebody quits. */
async function keepGoing(session: Session, server: FolderServer, root: string, quit: AbortController): Promise<void> {
  const { context, say } = session;
  const watch = watchFolder(root, () =>
    say.note("The system does not tell of changes here. Looking for them again and again."),
  );
  const keys = context.terminal === null ? null : reactToKeys(session, context.terminal, () => quit.abort());
  try {
    const beganAt = performance.now();
    let read = await server.read();
    while (watch.hold(read.folders)) read = await server.read();
    const first = await server.serve(read, beganAt);
    await Promise.all([keepServing(session, server, watch, first), followPreview(session)]);
  } finally {
    quit.abort();
    keys?.close();
    watch.close();
  }
}

/**
 * Serves the folder at addresses of its own.
 * @returns how it ended; with `once`, whether it is served
 * @throws CommandError without a folder, and where nobody is signed in
 */
export async function develop(context: Context, { name: given, once, end }: DevOptions): Promise<Exit> {
  const place = await workplaceOf(context);
  const name = await nameFor(context, given);
  const quit = new AbortController();
  const { address } = await context.target();
  const say = heldOutput(context.out);
  const session: Session = {
    context,
    address,
    name,
    say,
    signal: AbortSignal.any([quit.signal, context.signal]),
    keys: previewKeys(context.env, address),
    served: null,
    key: null,
    lastExecutionId: null,
  };
  say.note(`${name} of ${plain(place.address.project)} at ${address}`);
  const warn = warnOnce({ ...context, out: { ...context.out, note: say.note } });
  const server = new FolderServer(session, { ...place, warn });
  if (once === true) {
    const { end: exit } = await server.serve(await server.read(), performance.now());
    if (end === true) await leave(session, true);
    return exit;
  }
  await keepGoing(session, server, place.root, quit);
  await leave(session, end === true);
  return "done";
}
