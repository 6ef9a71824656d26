import { executionSources, mcpCallKinds, statusFilters } from "@ferrule/contract/states.ts";
import { flag, id, matching, oneOf, searchOf, text, time } from "../../shell/page/search-params.ts";

export const ranges = ["15m", "1h", "24h", "7d"] as const;
export type Range = (typeof ranges)[number];

export const rangeNames: Record<Range, string> = {
  "15m": "Last 15 minutes",
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
};

const minute = 60_000;
export const rangeMs: Record<Range, number> = {
  "15m": 15 * minute,
  "1h": 60 * minute,
  "24h": 1_440 * minute,
  "7d": 10_080 * minute,
};

const read = searchOf({
  /** The calls when not set. */
  tab: oneOf(["errors"]),
  status: oneOf(statusFilters),
  source: oneOf(executionSources),
  /** What an MCP client asked for. */
  mcpKind: oneOf(mcpCallKinds),
  /** The whole URI that an MCP client read. */
  uri: text(2_000),
  functionId: id,
  endpointId: id,
  tenantId: id,
  /** The name of a preview. */
  preview: text(40),
  /** Only attempts of this run. */
  runId: id,
  requestId: id,
  /** A key's id, or issuer and subject with a space between. */
  caller: text(1_000),
  /** A tool or route. */
  bindingId: id,
  deploymentId: id,
  /** A status of HTTP, or a class of them. */
  httpStatus: matching(/^[1-5](?:\d\d|xx)$/),
  /** A part of the error's code or message. */
  error: text(200),
  /** The group of failures of an error's page. */
  errorId: matching(/^[0-9a-f]{32}$/),
  withoutTests: matching(/^true$/),
  minDurationMs: matching(/^\d{1,9}$/),
  maxDurationMs: matching(/^\d{1,9}$/),
  /** The newest first when not set. By duration, the range is at most a week. */
  sort: oneOf(["durationMs", "-durationMs"]),
  /** A range back from now; everything that is kept when not set. */
  range: oneOf(ranges),
  /** A custom range, RFC 3339; `range` is then omitted. */
  from: time,
  to: time,
  /** New calls are counted but not shown. */
  paused: flag,
});

export type ExecutionsSearch = ReturnType<typeof read>;

/** The state of the list, from its URL. */
export function executionsSearch(search: Record<string, unknown>): ExecutionsSearch {
  const { range, ...others } = read(search);
  if (others.sort !== undefined && others.from === undefined && range === undefined) return { ...others, range: "24h" };
  return range === undefined || others.from !== undefined || others.to !== undefined ? others : { ...others, range };
}

/** The state of one execution's page, from its URL. */
export const executionSearch = searchOf({
  /** The dialog that asks before running it again is open. */
  replay: flag,
  /** The dialog with a test of this call is open. */
  test: flag,
});
