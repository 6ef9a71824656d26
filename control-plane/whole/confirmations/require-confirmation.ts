// Why: docs/decisions/confirmed-in-the-pipeline.md
import { hash } from "node:crypto";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { App } from "../../ground/app.ts";
import type { Actor } from "../../ground/handler/handler.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { AskedChange, MadeChange } from "./asked-change.ts";
import { judges } from "./judges.ts";
import {
  countPending,
  insertConfirmation,
  lockConfirmationOf,
  useConfirmation,
  type ConfirmationRow,
} from "./queries.ts";

/** An agent that asks for more than a person can read is lost, or hostile. */
const mostPending = 20;

/** A change as the agent sent it. */
interface AskedRequest {
  name: OperationName;
  actor: Actor;
  params: unknown;
  query: unknown;
  body: unknown;
  ifMatch: number | null;
}

/** Rolls the transaction of a change back, because a person has not confirmed it. */
export class Unconfirmed extends Error {
  override name = "Unconfirmed";
  readonly asked: AskedChange;
  readonly digest: string;

  constructor(asked: AskedChange, digest: string) {
    super("a person has not confirmed this");
    this.asked = asked;
    this.digest = digest;
  }
}

const digestOf = ({ name, actor, params, query, body, ifMatch }: AskedRequest, state: unknown): string =>
  hash("sha256", canonicalJson([name, actor.userId, params ?? null, query ?? null, body ?? null, ifMatch, state]));

/**
 * Called in the transaction of an agent's change, after its handler: uses up the confirmation that the change needs, so
 * that both commit together or not at all.
 * @throws Unconfirmed when a person has not confirmed exactly this change, which rolls it back
 */
export async function requireConfirmation(
  scope: ProjectScope,
  request: AskedRequest,
  made: Pick<MadeChange, "answer" | "audit">,
): Promise<void> {
  const { params, body } = request;
  const asked = judges[request.name]?.({ params: (params ?? {}) as Record<string, string>, body, ...made }) ?? null;
  if (asked === null) return;
  const digest = digestOf(request, asked.state);
  const found = await lockConfirmationOf(scope, { tokenId: request.actor.tokenId ?? "", digest });
  if (found?.status !== "confirmed") throw new Unconfirmed(asked, digest);
  await useConfirmation(scope, found.id);
}

const addressOf = ({ settings }: App, id: string) => `${settings.publicUrl}/confirm/${id}`;

function refusal(app: App, row: ConfirmationRow, again: boolean): PublicError {
  const { id, title, effects, expiresAt } = row;
  if (row.status === "declined")
    return new PublicError("FORBIDDEN", "A person has declined this. Ask them what they want instead.");
  return new PublicError("CONFIRMATION_REQUIRED", undefined, {
    details: { confirmationId: id, url: addressOf(app, id), title, effects, expiresAt: expiresAt.toISOString(), again },
  });
}

/**
 * Asks people for a change that was rolled back, and returns the refusal with the address where they confirm it. The same
 * question is asked once.
 */
export const askForConfirmation = (
  app: App,
  projectId: string,
  { name, actor, client }: Pick<AskedRequest, "name" | "actor"> & { client: string | null },
  { asked, digest }: Unconfirmed,
): Promise<PublicError> =>
  app.store.inProject(projectId, async (scope) => {
    const tokenId = actor.tokenId ?? "";
    const known = await lockConfirmationOf(scope, { tokenId, digest });
    if (known !== undefined) return refusal(app, known, true);
    if ((await countPending(scope, tokenId)) >= mostPending)
      return new PublicError("RATE_LIMITED", "Too many changes wait for a person. Let somebody decide on them first.");
    const { title, effects, detail = null } = asked;
    const row = await insertConfirmation(scope, {
      id: identifier("cnf"),
      userId: actor.userId,
      tokenId,
      client,
      operation: name,
      digest,
      title,
      effects,
      detail,
    });
    return refusal(app, row, false);
  });
