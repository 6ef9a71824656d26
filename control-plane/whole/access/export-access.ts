import { stringify } from "csv-stringify/sync";
import { sharedDate } from "@ferrule/kit/shared-time.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import type { DecidedAccess } from "./decide-access.ts";
import { readAccess, type NextPlace } from "./read-access.ts";

const batchSize = 100;

/** One line: a caller and one thing that it may call; null when it may call nothing. */
interface Line {
  row: DecidedAccess;
  target: string | null;
}

const columns = {
  kind: ({ row }: Line) => row.kind,
  id: ({ row }: Line) => row.id,
  name: ({ row }: Line) => row.name,
  detail: ({ row }: Line) => row.detail,
  endpoint: ({ row }: Line) => row.endpoint.slug,
  endpointId: ({ row }: Line) => row.endpoint.id,
  environment: ({ row }: Line) => row.environment,
  target: ({ target }: Line) => target,
  reason: ({ row }: Line) => row.reason,
  tenantId: ({ row }: Line) => row.tenantId,
  createdAt: ({ row }: Line) => row.createdAt,
  createdBy: ({ row }: Line) => row.createdBy,
  lastUsedAt: ({ row }: Line) => row.lastUsedAt,
  expiresAt: ({ row }: Line) => row.expiresAt,
  stale: ({ row }: Line) => row.stale,
};
const entries = Object.entries(columns);

/** RFC 4180. A cell that a spreadsheet would read as a formula gets a leading apostrophe. */
const csv = (rows: unknown[][]) =>
  stringify(rows, { record_delimiter: "windows", escape_formulas: true, cast: { boolean: String } });

const formats = {
  csv: {
    contentType: "text/csv; charset=utf-8",
    head: csv([Object.keys(columns)]),
    text: (lines: readonly Line[]) => csv(lines.map((line) => entries.map(([, cell]) => cell(line)))),
  },
  ndjson: {
    contentType: "application/x-ndjson; charset=utf-8",
    head: "",
    text: (lines: readonly Line[]) =>
      lines
        .map((line) => `${JSON.stringify(Object.fromEntries(entries.map(([name, cell]) => [name, cell(line)])))}\n`)
        .join(""),
  },
};

const linesOf = (row: DecidedAccess, target: string | undefined): Line[] => {
  if (target !== undefined) return [{ row, target }];
  return row.callable.length === 0 ? [{ row, target: null }] : row.callable.map((name) => ({ row, target: name }));
};

/** Downloads the list, in short transactions: a slow reader holds none open. The download is itself audited. */
export const exportAccess: Handlers["exportAccess"] = async ({ app, query, read, write, reply, signal }) => {
  const { format, stale, ...filter } = query;
  await write(async () => ({
    answer: undefined,
    audit: { kind: "access", id: null, name: null, changes: { format, stale, ...filter } },
  }));
  const { contentType, head, text } = formats[format];
  const wish = { ...filter, isStale: stale === "true" };
  async function* chunks(): AsyncGenerator<string> {
    yield head;
    let from: NextPlace | null = null;
    do {
      const after: NextPlace | null = from;
      const page: Awaited<ReturnType<typeof readAccess>> = await read((scope) =>
        readAccess(scope, app, wish, after, batchSize),
      );
      for (const row of page.rows) yield text(linesOf(row, filter.target));
      from = page.next;
    } while (from !== null && !signal.aborted);
  }
  const day = sharedDate().toISOString().slice(0, 10);
  reply.headers["content-disposition"] = `attachment; filename="access-${day}.${format}"`;
  return { raw: { contentType, chunks: chunks() } };
};
