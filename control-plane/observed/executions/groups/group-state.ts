import type { GroupState } from "../queries/error-groups.ts";

/** What people know of a group, as the API tells it. */
export const stateOf = ({ id, environment, resolvedAt, resolvedBy, reopenedAt, assignee, note }: GroupState) => ({
  id,
  environment,
  status: resolvedAt === null ? ("open" as const) : ("resolved" as const),
  assignee,
  resolvedAt: resolvedAt?.toISOString() ?? null,
  resolvedBy: resolvedAt === null ? null : resolvedBy,
  reopenedAt: reopenedAt?.toISOString() ?? null,
  note,
});
