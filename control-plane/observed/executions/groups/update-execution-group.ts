import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { holdUser } from "../../../people/users/queries.ts";
import { auditedChanges } from "../../../ground/handler/audited-changes.ts";
import { found } from "../../../ground/handler/not-found.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import { changeGroup, lockGroup, type GroupChanges, type GroupState } from "../queries/error-groups.ts";
import { stateOf } from "./group-state.ts";

const told = (group: GroupState) => {
  const { status, assignee, note } = stateOf(group);
  return { status, assignee: assignee?.email ?? null, note };
};

/** Resolves or reopens a group of failures, assigns it to an active user, or notes something. */
export const updateExecutionGroup: Handlers["updateExecutionGroup"] = async ({ scope, actor, params, query, body }) => {
  const { environment } = query;
  const before = found(await lockGroup(scope, environment, params.groupId));
  const { status, assigneeId, note } = body;
  if (typeof assigneeId === "string") {
    const user = await holdUser(scope, assigneeId);
    if (user?.status !== "active")
      throw validationError([{ path: "body/assigneeId", message: "must be the id of an active user" }]);
  }
  const changes: GroupChanges = {
    ...(assigneeId === undefined ? {} : { assigneeId }),
    ...(note === undefined ? {} : { note }),
    ...(status === "open" ? { resolvedAt: null } : {}),
    ...(status === "resolved" && before.resolvedAt === null
      ? { resolvedAt: new Date(sharedNow()), resolvedBy: actor.userId }
      : {}),
  };
  await changeGroup(scope, environment, params.groupId, changes);
  const after = found(await lockGroup(scope, environment, params.groupId));
  const audit = { kind: "execution-group", id: after.id, name: "", changes: auditedChanges(told(before), told(after)) };
  return { answer: stateOf(after), audit };
};
