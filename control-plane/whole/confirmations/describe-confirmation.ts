import { operations, type OperationName } from "@ferrule/contract/operations.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { Confirmation } from "@ferrule/contract/resources/confirmation.ts";
import type { Actor } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { readConfirmer } from "../../people/management-server/queries.ts";
import { describedConfirmation } from "./queries.ts";

const ended = {
  confirmed: "It is confirmed already.",
  declined: "It is declined already.",
  used: "It is done already.",
  expired: "Its ten minutes are over. The agent can ask again.",
} as const;

/** The roles that may make the change themselves. Of roles that depend on the environment, the strictest ones. */
function mayMake(name: string, { roles }: Pick<Actor, "roles">): boolean {
  const operation: Operation = operations[name as OperationName];
  const lists = [operation.roles, ...Object.values(operation.rolesIn ?? {})];
  return lists.every((list) => list === "any" || (list !== "public" && roles.every((role) => list.includes(role))));
}

/**
 * A confirmation as a caller sees it, with the reason why they cannot decide. `lock` keeps others from deciding meanwhile.
 * @throws PublicError NOT_FOUND
 */
export async function describeConfirmation(
  scope: InstallationScope,
  id: string,
  actor: Pick<Actor, "userId" | "roles">,
  options: { lock?: boolean } = {},
): Promise<Confirmation> {
  const row = found(await describedConfirmation(scope, id, options));
  const { projectId, operation, title, effects, detail, digest, client, createdAt, expiresAt } = row;
  const status = row.isLate && (row.status === "pending" || row.status === "confirmed") ? "expired" : row.status;
  const confirmedBy = await readConfirmer(scope, projectId);
  const whyNot =
    status !== "pending"
      ? ended[status]
      : !mayMake(operation, actor)
        ? "Your role does not allow this change, so you cannot confirm it."
        : confirmedBy === "others" && row.userId === actor.userId
          ? "The agent works in your name, and in this Project somebody else must confirm."
          : null;
  return {
    id,
    projectId,
    operation,
    title,
    effects,
    detail,
    digest,
    askedBy: { userId: row.userId, email: row.email, through: row.through, client },
    status,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedBy: row.decidedBy === null ? null : { id: row.decidedBy, email: row.deciderEmail ?? "" },
    whyNot,
  };
}
