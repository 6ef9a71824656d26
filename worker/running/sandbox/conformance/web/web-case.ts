import { invocationOf, valueOf } from "../harness.ts";
import type { Sandbox } from "../../sandbox.ts";

/**
 * One observation of a Web API: the body of an async function that runs in a guest, and the JSON that it must return.
 * If it throws, that is the error's name after "threw ".
 */
export type WebCase = readonly [name: string, body: string, expected: unknown];

/** Runs all cases of a Web API in one call of one Function, and returns each result. */
export async function runWebCases(sandbox: Sandbox, cases: readonly WebCase[]): Promise<unknown[]> {
  const runs = cases.map(([, body]) => `async () => { ${body} }`);
  const source = `const seen = [${runs.join(",\n")}];
    const throws = (run) => { try { run(); return "nothing"; } catch (error) { return error.name; } };
    const rejects = (promise) => promise.then(() => "nothing", (error) => error.name);
    const collect = async (stream) => { const all = []; for await (const chunk of stream) all.push(chunk); return all; };
    const textOf = (stream) => new Response(stream).text();
    globalThis.throws = throws; globalThis.rejects = rejects; globalThis.collect = collect; globalThis.textOf = textOf;
    export default async () => {
      const results = [];
      for (const run of seen) results.push((await run().then((value) => value, (error) => "threw " + error?.name)) ?? null);
      return results;
    };`;
  return valueOf(await sandbox.invoke(invocationOf(source, { timeoutMs: 30_000 }))) as unknown[];
}
