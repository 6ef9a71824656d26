import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { createBuilder } from "./builder.ts";

const cacheDir = mkdtempSync(join(tmpdir(), "ferrule-everyday-"));
const builder = createBuilder({ log: createLog("test", "silent"), cacheDir });
after(async () => {
  await builder[Symbol.asyncDispose]();
  rmSync(cacheDir, { recursive: true, force: true });
});

/** Code that people write every day. It must build without a diagnostic. */
const everyday: Record<string, string> = {
  "a sleep by a promise and a timer": `await new Promise((resolve) => setTimeout(resolve, 10)); return {};`,
  "an interval that is cleared": `let n = 0; const id = setInterval(() => { n += 1; }, 5); clearInterval(id); return { n };`,
  "a timer with arguments": `setTimeout((name: string, n: number) => console.log(name, n), 1, "a", 2); return {};`,
  "a POST with JSON and its answer": `
    const response = await fetch("https://api.example.com/things", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer x" },
      body: JSON.stringify({ a: 1 }),
      signal: AbortSignal.timeout(1_000),
    });
    if (!response.ok) throw new Error(\`upstream answered \${response.status}\`);
    const { items } = (await response.json()) as { items: { id: string }[] };
    return { ids: items.map((item) => item.id) };`,
  "a form and its headers": `
    const body = new URLSearchParams({ a: "1" });
    const headers = new Headers({ accept: "text/plain" });
    headers.append("x-a", "b");
    return { text: await (await fetch("https://a.example", { method: "POST", body, headers })).text() };`,
  "a digest in hexadecimal": `
    const bytes = new TextEncoder().encode("text");
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return { hex: [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") };`,
  "dates, numbers and international formats": `
    const now = new Date();
    return { at: now.toISOString(), price: new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(1) };`,
  "collections of the present language": `
    const grouped = Object.groupBy([1, 2, 3], (n) => (n % 2 ? "odd" : "even"));
    const unique = new Set([1]).union(new Set([2]));
    return { odd: grouped.odd ?? [], count: unique.size, last: [1, 2].at(-1), sorted: [2, 1].toSorted() };`,
  "work side by side, with failures looked at": `
    const settled = await Promise.allSettled([Promise.resolve(1), Promise.reject(new Error("no"))]);
    return { failed: settled.filter((one) => one.status === "rejected").length };`,
  "a caught error that is narrowed": `try { JSON.parse("{"); } catch (error) { if (error instanceof Error) return { why: error.message }; } return { why: "" };`,
  "a stream that is read": `
    const stream = (await fetch("https://a.example")).body;
    let bytes = 0;
    if (stream) for await (const chunk of stream) bytes += chunk.byteLength;
    return { bytes };`,
  "a class with private state": `
    class Counter { #n = 0; up() { this.#n += 1; return this.#n; } }
    return { n: new Counter().up() };`,
  "copies, base64 and identifiers": `return { id: crypto.randomUUID(), copy: structuredClone({ a: [1] }), text: atob(btoa("a")) };`,
};

for (const [name, body] of Object.entries(everyday)) {
  test(`builds ${name}`, async () => {
    const built = await builder.build([
      {
        id: "fn_1",
        slug: "everyday",
        revision: 1,
        source: `export default async function everyday() {\n${body}\n}\n`,
        inputSchema: null,
        outputSchema: null,
        permissions: {
          secrets: [],
          hosts: ["*.example", "api.example.com", "a.example"],
          collections: [],
          cache: false,
        },
      },
    ]);
    assert.deepEqual(built.functions[0]?.diagnostics, []);
  });
}
