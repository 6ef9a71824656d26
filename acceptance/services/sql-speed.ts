import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import mysql from "mysql2/promise";
import { Client } from "pg";
import { databasesOf, openCall } from "../databases/open-call.ts";
import type { Check } from "./check.ts";

const rounds = 2_000;
const warmUp = 200;
/** How much longer a Function's statement may take than the driver's own, by the median. */
const mostOverMs = 1;

interface Timed {
  name: string;
  kind: OpenedConnection["kind"];
  url: string;
}

const medianOf = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

/** The driver alone, with the same statement. */
async function openDriver({ kind, url }: Timed): Promise<AsyncDisposable & { ask: (n: number) => Promise<unknown> }> {
  if (kind === "postgresql") {
    const client = new Client({ connectionString: url });
    await client.connect();
    const ask = (n: number) => client.query("select $1::int + 1 as next", [n]);
    return { ask, [Symbol.asyncDispose]: () => client.end() };
  }
  const connection = await mysql.createConnection({ uri: url });
  const ask = (n: number) => connection.execute("select ? + 1 as next", [n]);
  return { ask, [Symbol.asyncDispose]: () => connection.end() };
}

/**
 * Compares a Function's statements, each in its own call, with the driver's; the two take turns, so both get the same
 * machine.
 */
export const speedCheck = (timed: Timed): Check => ({
  name: `${timed.name}: a statement takes at most ${mostOverMs} ms more than the driver's own`,
  async run() {
    const { databases, calls } = databasesOf({ kind: timed.kind, url: timed.url });
    await using _ = databases;
    await using driver = await openDriver(timed);
    const times = { ours: [] as number[], driver: [] as number[] };
    for (let n = 0; n < rounds + warmUp; n += 1) {
      const began = performance.now();
      const call = openCall(calls);
      await (timed.kind === "postgresql" ? call.sql`select ${n}::int + 1 as next` : call.sql`select ${n} + 1 as next`);
      call.end();
      const between = performance.now();
      await driver.ask(n);
      if (n < warmUp) continue;
      times.ours.push(between - began);
      times.driver.push(performance.now() - between);
    }
    const [ours, its] = [medianOf(times.ours), medianOf(times.driver)];
    const said = `p50 ${ours.toFixed(2)} ms, the driver's own ${its.toFixed(2)} ms`;
    if (ours - its > mostOverMs) throw new Error(said);
    return said;
  },
});
