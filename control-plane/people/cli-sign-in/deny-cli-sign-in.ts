import type { Handlers } from "../../ground/handler/handler.ts";
import { decideWaiting } from "./queries.ts";
import { noneWaits, requireWaiting } from "./require-waiting.ts";

/** Refuses a command line: it is told so when it asks again. */
export const denyCliSignIn: Handlers["denyCliSignIn"] = async ({ app, actor, params, write }) => {
  const { id } = await requireWaiting(app, actor.userId, params.userCode);
  await write(async (scope) => {
    const row = await decideWaiting(scope, id, { state: "denied" });
    if (!row) throw noneWaits();
    const audit = { kind: "cli-sign-in", id, name: row.machine, changes: { from: row.ip } };
    return { answer: undefined, audit };
  });
};
