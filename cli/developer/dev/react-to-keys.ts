import { type Keys, listenKeys } from "../live/listen-keys.ts";
import { actionsOf } from "./actions.ts";
import type { Session } from "./session.ts";

const help = "r call again with the last input · c choose what to call · o open the console · q quit · ? help";

/** Lets somebody in front of the terminal press keys, until `close`. */
export function reactToKeys(session: Session, terminal: NodeJS.ReadStream, quit: () => void): { close: () => void } {
  const { say, context } = session;
  // Reached only from keys, which come later.
  let keys: Keys | undefined = undefined;
  const actions = actionsOf(session, (work) => (keys === undefined ? work() : keys.lend(work)));
  let isBusy = false;
  const oneAtATime = (work: () => Promise<void>) => {
    if (isBusy) return;
    isBusy = true;
    const free = () => {
      isBusy = false;
    };
    // Actions tell what goes wrong themselves.
    work().then(free, free);
  };
  const does: Record<string, () => void> = {
    r: () => oneAtATime(actions.again),
    c: () => oneAtATime(actions.choose),
    o: () => oneAtATime(actions.open),
    q: quit,
    "?": () => say.note(help),
  };
  keys = listenKeys(terminal, (key) => does[key]?.());
  say.note(context.paint.dim(help));
  return { close: () => keys?.close() };
}
