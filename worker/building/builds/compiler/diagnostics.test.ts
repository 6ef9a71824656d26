import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileForTest } from "../compile-for-test.ts";

const handler = "export default () => 1;";

/** Title, source, and the errors: code, line, column, and the advice in the message. */
const refused: [title: string, source: string, code: string, line: number, column: number, fix: RegExp][] = [
  ["a type error", `${handler}\nconst a: string = 1;`, "TS2322", 2, 7, /not assignable/],
  ["a syntax error", `${handler}\nconst a = ;`, "TS1109", 2, 11, /Expression expected/],
  ["process", `${handler}\nconst a = process.env["A"];`, "NODE_GLOBAL", 2, 11, /ctx\.secrets\.get/],
  ["Buffer", `${handler}\nBuffer.from("a");`, "NODE_GLOBAL", 2, 1, /Uint8Array/],
  ["require", `${handler}\nconst fs = require("fs");`, "COMMONJS", 2, 12, /import/],
  ["module.exports", "module.exports = () => 1;", "COMMONJS", 1, 1, /export default/],
  ["export =", "const a = () => 1;\nexport = a;", "COMMONJS", 2, 1, /export default/],
  ["import = require", `import a = require("a");\n${handler}`, "COMMONJS", 1, 1, /import/],
  ["WebSocket", `${handler}\nnew WebSocket("wss://a.example");`, "GLOBAL_UNAVAILABLE", 2, 5, /fetch/],
  [
    "SharedArrayBuffer, which TypeScript declares",
    `${handler}\nnew SharedArrayBuffer(8);`,
    "GLOBAL_UNAVAILABLE",
    2,
    5,
    /ArrayBuffer/,
  ],
  [
    "a module of Node",
    `import { connect } from "node:net";\n${handler}`,
    "IMPORT_UNKNOWN",
    1,
    25,
    /global `fetch`; a Function has no sockets/,
  ],
  ["a module of Node without prefix", `import fs from "fs";\n${handler}`, "IMPORT_UNKNOWN", 1, 16, /no file system/],
  [
    "an unknown Library",
    `import { a } from "lib/money";\n${handler}`,
    "IMPORT_UNKNOWN",
    1,
    19,
    /Add "money" as a Library of this Project \(kind source\)/,
  ],
  [
    "an unknown package",
    `import a from "@acme/pay/client";\n${handler}`,
    "IMPORT_UNKNOWN",
    1,
    15,
    /Add "@acme\/pay" as a Library of this Project \(kind npm\)/,
  ],
  ["a relative import", `import a from "./a.ts";\n${handler}`, "IMPORT_UNKNOWN", 1, 15, /lib\/<name>/],
  ["an import by address", `import a from "https://esm.example/a";\n${handler}`, "IMPORT_UNKNOWN", 1, 15, /kind npm/],
  ["a re-export", `export * from "left-pad";\n${handler}`, "IMPORT_UNKNOWN", 1, 15, /left-pad/],
  ["a type import", `type A = import("left-pad").A;\n${handler}`, "IMPORT_UNKNOWN", 1, 17, /left-pad/],
  [
    "a dynamic import",
    "export default async (input: { name: string }) => { await import(input.name); };",
    "DYNAMIC_IMPORT",
    1,
    59,
    /at the top/,
  ],
  [
    "a missing name in ferrule",
    `import { Nothing } from "ferrule";\n${handler}`,
    "TS2305",
    1,
    10,
    /no exported member/,
  ],
  ["a reference to types", `/// <reference types="node" />\n${handler}`, "REFERENCE_UNKNOWN", 1, 23, /Remove/],
  ["a reference to a file", `/// <reference path="/etc/passwd" />\n${handler}`, "REFERENCE_UNKNOWN", 1, 22, /Remove/],
  ["no default export", "export const run = () => 1;", "NO_DEFAULT_EXPORT", 1, 1, /export default async function/],
  [
    "a default export that is no function",
    "const a = 1;\nexport default a;",
    "HANDLER_NOT_FUNCTION",
    2,
    1,
    /export default async function/,
  ],
  ["a class", "export default class A {}", "HANDLER_NOT_FUNCTION", 1, 1, /export default async function/],
  [
    "a third parameter",
    "export default (input: {}, ctx: unknown, more: string) => more;",
    "HANDLER_PARAMETERS",
    1,
    42,
    /into the input/,
  ],
  [
    "a second parameter that is no context",
    "export default (input: {}, name: string) => name;",
    "HANDLER_PARAMETERS",
    1,
    28,
    /one object/,
  ],
  [
    "two arguments",
    "export default (a: string, b: number) => a + b;",
    "HANDLER_PARAMETERS",
    1,
    28,
    /one object.*\(\{ a, b \}: \{ a: string; b: number \}, ctx: Context\)/,
  ],
  [
    "two arguments before the context",
    'import type { Context } from "ferrule";\nexport default (a: string, b: number | undefined, ctx: Context) => a + b + ctx.attempt;',
    "HANDLER_PARAMETERS",
    2,
    28,
    /\(\{ a, b \}: \{ a: string; b: number \}, ctx: Context\)/,
  ],
  [
    "a context of another type",
    "export default (input: {}, ctx: string) => ctx;",
    "HANDLER_CONTEXT",
    1,
    28,
    /ctx: Context/,
  ],
  [
    "a network call while loading",
    `const config = await fetch("https://a.example");\n${handler}`,
    "TOP_LEVEL_NETWORK",
    1,
    22,
    /into the handler/,
  ],
  [
    "ctx.mcp without asking",
    'import type { Context } from "ferrule";\nexport default (input: {}, ctx: Context) => ctx.mcp.content([]);',
    "TS18048",
    2,
    45,
    /ctx: McpContext/,
  ],
];

describe("refuses with a place and a fix", () => {
  for (const [title, source, code, line, column, fix] of refused) {
    test(title, () => {
      const errors = compileForTest(source).diagnostics.filter(({ severity }) => severity === "error");
      assert.deepEqual(
        errors.map((one) => [one.code, one.line, one.column]),
        [[code, line, column]],
        JSON.stringify(errors),
      );
      assert.match(errors[0]?.message ?? "", fix);
    });
  }
  test("a source over 512 KiB, before it is read", () => {
    const { diagnostics } = compileForTest(`${handler}\n//${"x".repeat(512 * 1024)}`);
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ["SOURCE_TOO_LARGE"],
    );
  });
  test("an expression nested deeper than the checker can go", () => {
    const { diagnostics } = compileForTest(`export default () => ${"[".repeat(20_000)}${"]".repeat(20_000)};`);
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ["SOURCE_TOO_COMPLEX"],
    );
  });
  test("at most 100 errors, in the order of the source", () => {
    const { diagnostics } = compileForTest(
      `${handler}\n${Array.from({ length: 200 }, (_, n) => `const a${n}: string = 1;`).join("\n")}`,
    );
    assert.equal(diagnostics.length, 100);
    assert.deepEqual(
      diagnostics.map(({ line }) => line),
      Array.from({ length: 100 }, (_, n) => n + 2),
    );
  });
});

const accepted: [title: string, source: string][] = [
  [
    "plain JavaScript without a single annotation",
    `
    const cache = {};
    export default async function run(input, ctx) {
      const out = [];
      for (const one of input.list ?? []) out.push(one * 2);
      let last;
      if (out.length > 1) last = out[0];
      cache[input.name] = { out, last };
      const self = ctx.requestId;
      return { out, self, cached: cache[input.name] };
    }`,
  ],
  [
    "every Web API the sandbox has",
    `
    export default async (input: { url: string }) => {
      const controller = new AbortController();
      const target = new EventTarget();
      target.addEventListener("x", (event) => console.log(event.type), { once: true });
      const request = new Request(new URL(input.url), { method: "POST", body: new URLSearchParams({ a: "1" }), signal: AbortSignal.any([controller.signal, AbortSignal.timeout(5)]) });
      const response = await fetch(request);
      for await (const chunk of response.body ?? []) console.debug(chunk.byteLength);
      const form = new FormData();
      form.set("file", new Blob(["x"], { type: "text/plain" }), "x.txt");
      const bytes = new TextEncoder().encode(atob(btoa("x")));
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      await crypto.subtle.sign("HMAC", key, digest);
      const stream = new ReadableStream<string>({ start(c) { c.enqueue("x"); c.close(); } }).pipeThrough(new TransformStream<string, number>({ transform(chunk, c) { c.enqueue(chunk.length); } }));
      const timer = setTimeout(() => {}, 10); clearTimeout(timer);
      queueMicrotask(() => {});
      const match = new URLPattern({ pathname: "/:id" }).exec(input.url)?.pathname.groups["id"];
      return { id: crypto.randomUUID() as string, n: performance.now(), match, copy: structuredClone({ a: 1 }), text: new TextDecoder().decode(digest), random: crypto.getRandomValues(new Uint8Array(4)).length, sum: (await stream.getReader().read()).value, headers: [...new Headers({ a: "b" })].length };
    };`,
  ],
  [
    "everything the context has",
    `
    import { FunctionError, type Context, type Handler } from "ferrule";
    export default (async (input: { id: string }, ctx: Context) => {
      ctx.log.info("read", { id: input.id, tenant: ctx.tenantId, by: ctx.caller.kind, until: ctx.deadline, try: ctx.attempt });
      await ctx.cache.set("k", { a: 1 }, { ttlSeconds: 60 });
      const cached = await ctx.cache.get<{ a: number }>("k");
      const people = ctx.collection<{ name: string; age: number }>("people");
      const { items, nextCursor } = await people.query({ where: { name: "x", age: { gte: 18 } }, orderBy: "-createdAt", limit: 10 });
      const added = await people.insert({ name: "y", age: 1 }, { ttlSeconds: 5 });
      try { await people.update(added.id, { name: "z", age: 2 }, { revision: added.revision }); }
      catch (error) { if (error instanceof FunctionError && error.code === "REVISION_CONFLICT") throw new FunctionError("BUSY", "Again.", { status: 409, details: { id: added.id }, cause: error }); }
      await ctx.progress(1, 2, "half");
      ctx.mcp?.requireCapability("sampling");
      return { cached, n: items.length, nextCursor, path: ctx.http?.request.path, deleted: await people.delete(added.id) };
    }) satisfies Handler<{ id: string }>;`,
  ],
  ["a Function's own variable named process", "const process = { env: 1 };\nexport default () => process.env;"],
  [
    "a fetch of its own at the top",
    "const fetch = (name: string) => name;\nconst a = fetch('x');\nexport default () => a;",
  ],
  [
    "enums, namespaces of types and decorators-free classes",
    "enum A { x }\nclass B { static of = A.x; }\nexport default () => B.of;",
  ],
];

describe("accepts", () => {
  for (const [title, source] of accepted) {
    test(title, () => {
      const permissions = {
        secrets: [],
        hosts: [],
        cache: true,
        collections: [{ name: "people", access: "read-write" as const }],
      };
      const { diagnostics } = compileForTest(source, { permissions });
      // Besides the advice to give the input a type.
      assert.deepEqual(
        diagnostics.filter(({ code }) => code !== "INPUT_UNTYPED"),
        [],
      );
    });
  }
});

const context = 'import type { Context } from "ferrule";\n';
const undeclared: [title: string, source: string, line: number, column: number, fix: RegExp][] = [
  [
    "a secret",
    `${context}export default (input: {}, ctx: Context) => ctx.secrets.get("A_KEY");`,
    2,
    61,
    /Add "A_KEY" to the secrets/,
  ],
  ["a secret in plain JavaScript", 'export default (_input, ctx) => ctx.secrets.get("A_KEY");', 1, 49, /Add "A_KEY"/],
  [
    "a collection",
    `${context}export default (input: {}, ctx: Context) => { ctx.collection("people"); };`,
    2,
    62,
    /Add "people" to the collections/,
  ],
  [
    "the cache",
    `${context}export default async (input: {}, ctx: Context) => { await ctx.cache.delete("k"); };`,
    2,
    59,
    /`cache` to true/,
  ],
  [
    "a host",
    'export default async () => { await fetch("https://api.example.com/v1"); };',
    1,
    42,
    /Add "api\.example\.com" to the hosts/,
  ],
  [
    "a host of a template with a constant",
    "const at = 'http://mock.example:8123';\nexport default async (input: { id: string }) => { await fetch(`${at}/orders/${input.id}`); };",
    2,
    63,
    /Add "http:\/\/mock\.example:8123" to the hosts/,
  ],
  [
    "a host of a URL object",
    'export default async () => { await fetch(new URL("/a", "https://b.example/")); };',
    1,
    42,
    /Add "b\.example"/,
  ],
  [
    "runs of a Function",
    'export default (_input, ctx) => ctx.runs.start("charge");',
    1,
    48,
    /Add "charge" to the runs/,
  ],
];

describe("warns of a use that is not declared", () => {
  for (const [title, source, line, column, fix] of undeclared) {
    test(title, () => {
      const { diagnostics } = compileForTest(source);
      assert.deepEqual(
        diagnostics.map((one) => [one.severity, one.code, one.line, one.column]),
        [["warning", "PERMISSION_UNDECLARED", line, column]],
      );
      assert.match(diagnostics[0]?.message ?? "", fix);
      const named = /Add "([^"]+)" to the (\w+)/.exec(diagnostics[0]?.message ?? "");
      const expected =
        named === null ? { permission: "cache", name: "cache" } : { permission: named[2], name: named[1] };
      if (!/Add its name/.test(diagnostics[0]?.message ?? "")) assert.deepEqual(diagnostics[0]?.fix, expected);
    });
  }
  test("and not of one that is, or that only the running program knows", () => {
    const source = `${context}export default async (input: { host: string; name: string }, ctx: Context) => {
      await ctx.secrets.get("A_KEY");
      await ctx.secrets.get(input.name);
      await fetch("https://eu.example.com/a");
      await fetch("http://mock:80/a");
      await fetch(\`https://\${input.host}/a\`);
      await fetch(\`https://api.\${input.host}\`);
    };`;
    const permissions = { secrets: ["A_KEY"], hosts: ["*.example.com", "http://mock"], collections: [], cache: false };
    assert.deepEqual(compileForTest(source, { permissions }).diagnostics, []);
  });
});
