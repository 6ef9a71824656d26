import { executionSources, executionStatuses, type ExecutionSource } from "@ferrule/contract/states.ts";

export type ExecutionStatus = (typeof executionStatuses)[number];

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

export interface ExecutionsSearch {
  /** The calls when not set. */
  tab?: "errors";
  status?: ExecutionStatus;
  source?: ExecutionSource;
  functionId?: string;
  endpointId?: string;
  tenantId?: string;
  /** The name of a preview. */
  preview?: string;
  requestId?: string;
  /** A key's id, or issuer and subject with a space between. */
  caller?: string;
  /** A range back from now; everything that is kept when not set. */
  range?: Range;
  /** A custom range, RFC 3339; `range` is then omitted. */
  from?: string;
  to?: string;
  /** New calls are counted but not shown. */
  paused?: true;
}

const oneOf = <V extends string>(choices: readonly V[], value: unknown): V | undefined =>
  choices.find((choice) => choice === value);
const text = (value: unknown, longest = 128) =>
  (typeof value === "string" || typeof value === "number") && String(value) !== ""
    ? String(value).slice(0, longest)
    : undefined;
const time = (value: unknown) =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined;

/** The state of the list, from its URL. */
export function executionsSearch(search: Record<string, unknown>): ExecutionsSearch {
  const [from, to] = [time(search["from"]), time(search["to"])];
  const read = {
    tab: oneOf(["errors"] as const, search["tab"]),
    status: oneOf(executionStatuses, search["status"]),
    source: oneOf(executionSources, search["source"]),
    functionId: text(search["functionId"]),
    endpointId: text(search["endpointId"]),
    tenantId: text(search["tenantId"]),
    preview: text(search["preview"], 40),
    requestId: text(search["requestId"]),
    caller: text(search["caller"], 1_000),
    range: from === undefined && to === undefined ? oneOf(ranges, search["range"]) : undefined,
    from,
    to,
    paused: search["paused"] === true ? true : undefined,
  };
  // Keeps the URL to what differs from the default.
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

export interface ExecutionSearch {
  /** The dialog that asks before running it again is open. */
  replay?: true;
}

/** The state of one execution's page, from its URL. */
export const executionSearch = (search: Record<string, unknown>): ExecutionSearch =>
  search["replay"] === true ? { replay: true } : {};
