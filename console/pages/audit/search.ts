import { id, oneOf, said, searchOf, text, time } from "../../shell/page/search-params.ts";

/** The state of the page, from its URL. */
export const auditSearch = searchOf({
  /** The searched words. */
  q: text(200),
  action: text(100),
  /** A user, or a token. */
  actor: id,
  project: id,
  /** The id of the target. */
  target: id,
  request: id,
  outcome: oneOf(["success", "denied", "failure"]),
  from: time,
  to: time,
  /** The event whose detail is open. */
  event: id,
});

export type AuditSearch = ReturnType<typeof auditSearch>;
export type AuditFilters = Omit<AuditSearch, "event">;

/** Converts the filters to the operations' query. */
export const auditQuery = ({ q, action, actor, project, target, request, outcome, from, to }: AuditFilters) =>
  said({ q, action, actorId: actor, projectId: project, targetId: target, requestId: request, outcome, from, to });
