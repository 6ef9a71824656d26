import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testSandbox } from "./harness.ts";
import { bodyCases } from "./web/bodies.ts";
import { cloneCases } from "./web/clone.ts";
import { cryptoCases } from "./web/crypto.ts";
import { encodingCases } from "./web/encoding.ts";
import { eventCases } from "./web/events.ts";
import { globalCases } from "./web/globals.ts";
import { headerCases } from "./web/headers.ts";
import { streamCases } from "./web/streams.ts";
import { urlCases } from "./web/url.ts";
import { runWebCases, type WebCase } from "./web/web-case.ts";

const apis: Record<string, readonly WebCase[]> = {
  globals: globalCases,
  "URL, URLSearchParams and URLPattern": urlCases,
  "encodings and base64": encodingCases,
  Headers: headerCases,
  "Request, Response, Blob and FormData": bodyCases,
  streams: streamCases,
  "structuredClone and messages": cloneCases,
  "events, signals and timers": eventCases,
  crypto: cryptoCases,
};

/** Before any test is declared, because tests declared after a pause do not run. */
const sandbox = await testSandbox({ executors: 1 });
const answered: Record<string, unknown[]> = {};
for (const [api, cases] of Object.entries(apis)) answered[api] = await runWebCases(sandbox, cases);
await sandbox[Symbol.asyncDispose]();

for (const [api, cases] of Object.entries(apis)) {
  describe(`the web platform in a Function: ${api}`, () => {
    for (const [index, [name, , expected]] of cases.entries())
      test(name, () => assert.deepEqual(answered[api]![index], expected));
  });
}
