import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { countAttempt, type Limit } from "../../people/passwords/count-attempt.ts";
import { readApprovalLink } from "./approval-link.ts";
import { describeApproval } from "./describe-approvals.ts";
import { readPerson } from "./person.ts";
import { findProjectOf } from "./queries/described.ts";

/** Nobody can guess a signature. The limit bounds the cost of trying. */
const limits = (userId: string): Limit[] => [{ subject: `approval-link:${userId}`, most: 30, forgiven: false }];

const invalid = () => new PublicError("NOT_FOUND", "This link does not work. It is not complete, or it has expired.");

/**
 * The approval of a signed link, whichever Project the caller has selected. It decides nothing, so it may be opened
 * again until it expires.
 */
export const openApprovalLink: Handlers["openApprovalLink"] = async ({ app, actor, body }) => {
  const attempt = await countAttempt(app, limits(actor.userId));
  const id = readApprovalLink(app.settings.sessionSecret, body.token);
  if (id === null) throw invalid();
  const projectId = await app.store.inInstallation((scope) => findProjectOf(scope, id), { readOnly: true });
  if (projectId === undefined || (actor.tokenProjectId ?? projectId) !== projectId) throw invalid();
  const shown = await app.store.inProject(
    projectId,
    async (scope) => describeApproval(scope, app.clock, id, await readPerson(scope, actor)),
    { readOnly: true },
  );
  if (shown === undefined) throw invalid();
  await attempt.succeeded();
  return shown;
};
