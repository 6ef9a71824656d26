import { said, searchOneOf, searchText } from "../../shell/page/search-params.ts";

const outcomes = ["success", "denied", "failure"] as const;

export interface AuditFilters {
  action?: string | undefined;
  /** A user, or a token. */
  actor?: string | undefined;
  project?: string | undefined;
  /** The id of the target. */
  target?: string | undefined;
  request?: string | undefined;
  outcome?: (typeof outcomes)[number] | undefined;
  /** RFC 3339. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface AuditSearch extends AuditFilters {
  /** The event whose detail is open. */
  event?: string | undefined;
}

const time = (value: unknown) =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined;

/** The state of the page, from its URL. */
export const auditSearch = (search: Record<string, unknown>): AuditSearch =>
  said<AuditSearch>({
    action: searchText(search["action"], 100),
    actor: searchText(search["actor"], 128),
    project: searchText(search["project"], 128),
    target: searchText(search["target"], 128),
    request: searchText(search["request"], 128),
    outcome: searchOneOf(outcomes, search["outcome"]),
    from: time(search["from"]),
    to: time(search["to"]),
    event: searchText(search["event"], 128),
  });

/** Converts the filters to the operations' query. */
export const auditQuery = ({ action, actor, project, target, request, outcome, from, to }: AuditFilters) =>
  said({ action, actorId: actor, projectId: project, targetId: target, requestId: request, outcome, from, to });
