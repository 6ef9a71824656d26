import type { UsageRow } from "@ferrule/contract/resources/usage.ts";
import { stringify } from "csv-stringify/sync";
import type { Handlers } from "../../ground/handler/handler.ts";
import { readUsage } from "./queries.ts";
import { usageWish } from "./usage-wish.ts";

const mostRows = 100_000;

const columns = {
  day: ({ day }: UsageRow) => day,
  callerKind: ({ caller }: UsageRow) => caller?.kind,
  callerId: ({ caller }: UsageRow) => caller?.subject ?? caller?.id,
  callerIssuer: ({ caller }: UsageRow) => caller?.issuer,
  callerName: ({ caller }: UsageRow) => caller?.name,
  tenantId: ({ tenantId }: UsageRow) => tenantId,
  bindingId: ({ tool }: UsageRow) => tool?.bindingId,
  tool: ({ tool }: UsageRow) => tool?.name,
  kind: ({ kind }: UsageRow) => kind,
  calls: ({ calls }: UsageRow) => calls,
  runs: ({ runs }: UsageRow) => runs,
  failed: ({ failed }: UsageRow) => failed,
  rejected: ({ rejected }: UsageRow) => rejected,
  durationMs: ({ durationMs }: UsageRow) => Math.round(durationMs),
  cpuMs: ({ cpuMs }: UsageRow) => Math.round(cpuMs),
};
const cells = Object.values(columns);

/** RFC 4180. A cell that a spreadsheet would read as a formula gets a leading apostrophe. */
const csv = (rows: unknown[][]) => stringify(rows, { record_delimiter: "windows", escape_formulas: true });

/** Downloads usage as CSV, with a column for each part. A column is empty when the query does not ask for it. */
export const exportUsage: Handlers["exportUsage"] = async ({ scope, query, reply }) => {
  const wish = usageWish(query);
  const rows = await readUsage(scope, wish, mostRows);
  async function* chunks(): AsyncGenerator<string> {
    yield csv([Object.keys(columns)]);
    for (let at = 0; at < rows.length; at += 1_000)
      yield csv(rows.slice(at, at + 1_000).map((row) => cells.map((cell) => cell(row))));
  }
  reply.headers["content-disposition"] = `attachment; filename="usage-${wish.from}-${wish.to}.csv"`;
  return { raw: { contentType: "text/csv; charset=utf-8", chunks: chunks() } };
};
