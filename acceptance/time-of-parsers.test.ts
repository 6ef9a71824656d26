import assert from "node:assert/strict";
import test from "node:test";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { shownCookies, sentCookie } from "@ferrule/contract/guest/set-cookie.ts";
import { checkSchema } from "@ferrule/contract/json-schema/checking/check-schema.ts";
import { prepareFindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import { linearPattern } from "@ferrule/contract/json-schema/patterns/linear-pattern.ts";
import { patternSize } from "@ferrule/contract/json-schema/patterns/pattern-size.ts";
import { redirectUriProblem } from "@ferrule/contract/sign-in/redirect-uri-problem.ts";
import { isSensitiveName, maskTokens } from "@ferrule/contract/warnings/sensitive-names.ts";
import { parseSchedule } from "@ferrule/control-plane/serving/crons/bindings/schedule.ts";
import { unknownParts } from "@ferrule/control-plane/authoring/functions/running/unknown-parts.ts";
import { decodeCursor } from "@ferrule/control-plane/ground/handler/page.ts";

import { isRedirectOf } from "@ferrule/control-plane/serving/oauth/clients/check-redirect.ts";
import { readClientDocument } from "@ferrule/control-plane/serving/oauth/protocol/client-document.ts";
import { readForm } from "@ferrule/control-plane/serving/oauth/protocol/read-form.ts";
import { readScopes } from "@ferrule/control-plane/serving/oauth/clients/scopes.ts";
import { readDevice } from "@ferrule/control-plane/people/passwords/device-cookie.ts";
import { readLines } from "@ferrule/control-plane/data/records/read-lines.ts";
import { parseFilter } from "@ferrule/control-plane/people/scim/filter/parse-filter.ts";
import { readPath } from "@ferrule/control-plane/people/scim/patch/read-path.ts";
import { readPatch } from "@ferrule/control-plane/people/scim/patch/read-patch.ts";
import { isKnown } from "@ferrule/control-plane/people/scim/preconditions.ts";
import { readQuery } from "@ferrule/control-plane/people/scim/read-query.ts";
import { readSessionCookie } from "@ferrule/control-plane/people/session/cookie/session-cookie.ts";
import { appsHost } from "@ferrule/gateway/answers/apps-host.ts";
import { checkPath } from "@ferrule/gateway/forwarding/check-path.ts";
import { prefixOf } from "@ferrule/gateway/answers/prefix-of.ts";
import { forwardedFor } from "@ferrule/gateway/proxied/forwarded.ts";
import { parseProxyHeader } from "@ferrule/gateway/proxied/parse-header.ts";
import { acceptedCoding } from "@ferrule/kit/http/accepted-coding.ts";
import { addressList } from "@ferrule/kit/network/address-list.ts";
import { readTexts } from "@ferrule/kit/frames/texts.ts";
import { maskValues } from "@ferrule/kit/masking/mask-values.ts";
import { mediaTypeOf } from "@ferrule/kit/http/media-type.ts";
import { parseJson as parseText } from "@ferrule/kit/json/parse-json.ts";
import { requestIdFrom } from "@ferrule/kit/http/request-id.ts";
import { requirePlainStatement } from "@ferrule/worker/running/databases/require-plain-statement.ts";
import { bound } from "@ferrule/worker/ground/masking/bound.ts";
import { mask } from "@ferrule/worker/ground/masking/mask.ts";
import { maskFieldsInText } from "@ferrule/worker/ground/masking/mask-fields-in-text.ts";
import { conditionOf, rangedAnswer } from "@ferrule/worker/doors/http-api/conditional.ts";
import { coerce, coercionsOf } from "@ferrule/worker/deployed/endpoints/schemas/coercions.ts";
import { parseQuery } from "@ferrule/worker/doors/http-api/input/http-input.ts";
import { parseMultipart } from "@ferrule/worker/doors/http-api/input/parse-multipart.ts";
import { compileRoutes } from "@ferrule/worker/deployed/endpoints/bindings/route-table.ts";
import { acceptsEvents } from "@ferrule/worker/doors/mcp/transport/answer-stream.ts";
import { decodeHeaderValue } from "@ferrule/worker/deployed/endpoints/bindings/header-value.ts";
import { isGranted } from "@ferrule/worker/running/sandbox/host-calls/fetch/host-patterns.ts";
import { preflightHeaders } from "@ferrule/worker/doors/serving/cors.ts";
import { codingOf } from "@ferrule/worker/doors/serving/body/inflate.ts";
import { parseJson } from "@ferrule/worker/doors/serving/body/parse-json.ts";
import { runtimePath } from "@ferrule/worker/doors/serving/runtime-path.ts";
import { workedMs } from "@ferrule/worker/testing/worked-ms.ts";
import { senders } from "@ferrule/worker/ground/webhooks/senders.ts";

/*
 * A fuzz with a clock: no reader of strangers' input may take more than linear time. Each reader gets repetitions of
 * many short texts, at the greatest length that can reach it and at a quarter of that.
 */

const header = 16_384;
/** Lengths for bodies and their parts: large enough to reveal non-linear time, small enough to read 200 times. */
const body = 262_144;

/** The repeated texts, alone and before an end that makes a match fail. */
const units = [
  ...Array.from(" \t.,;:/\\\"'()[]{}<>&=%*+-_?#@$|~^!0aé\0\n\r"),
  "\r\n",
  "a=1&",
  "a&",
  "=&",
  "a,",
  ", ",
  "a;",
  "; ",
  "a.",
  "a b ",
  ".1",
  "0e",
  "1:",
  "::",
  "/a",
  "/../",
  "//",
  "%41",
  "%u",
  "\\\\",
  '\\"',
  '"a',
  '"a":',
  '"a":1,',
  '{"a":',
  "[[",
  "[1,",
  "(a",
  "(a|",
  "(?:",
  "a*",
  "[a-",
  "--",
  "-- \n",
  "/*",
  "*/",
  "$a$",
  "q=0.1,",
  "a;q=1,",
  'W/"a",',
  '"a", ',
  "bytes=",
  "for=a,",
  'for="',
  "a eq 1 and ",
  "not (",
  'a[b eq "',
  "<a ",
  "<!--",
  "\\u0041",
  "%5C%75",
  "data: a\n\n",
  "Content-Disposition: form-data; ",
  "--x\r\n",
  "v1,a ",
  "t=1,",
  "fer_",
  "eyJ",
  "a.b.c",
];

const distinct = (between: string) => (length: number) => {
  const parts: string[] = [];
  for (let size = 0, n = 0; size < length; n += 1) {
    const part = `n${n.toString(36)}${between}`;
    parts.push(part);
    size += part.length;
  }
  return parts.join("").slice(0, length);
};

type Shape = (length: number) => string;
const shapes: Shape[] = [
  ...units.flatMap((unit): Shape[] => [
    (length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
    (length) => `x${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 2)}x`,
  ]),
  ...["=1&", "&", ",", ";", " ", '":1,"', "/"].map(distinct),
];

/** Texts as members of JSON: a list of equal texts, an object of many names, one text, and a deep list. */
const inJson: Shape[] = [
  (length) => `[${'"a",'.repeat(length / 4)}1]`,
  (length) => `[${"1,".repeat(length / 2)}1]`,
  (length) => `{${Array.from({ length: length / 12 }, (_, n) => `"k${n}":${n}`).join(",")}}`,
  (length) => `{${Array.from({ length: length / 24 }, (_, n) => `"password${n}":"a${n}"`).join(",")}}`,
  (length) => JSON.stringify('a\\" '.repeat(length / 6)),
  (length) => `[${"[1],".repeat(length / 4)}1]`,
];

const settings = { sessionSecret: "s".repeat(40) };
const host = appsHost("https://apps.example.com", "https://ferrule.example.com");
const secret = maskValues(["hunter2-hunter2", "aaaaaaaaaaaaaaaaaaaa", "%41%41%41%41"], "[masked]");
const routes = compileRoutes("d", []);
const coercions = coercionsOf({ type: "object", properties: { a: { type: ["number", "boolean", "null"] } } });
const list = addressList(["10.0.0.0/8", "2001:db8::/32"]);
const rules = { isSensitive: isSensitiveName, text: maskTokens, hidesNumber: () => false };
const findIssues = prepareFindIssues(
  {
    type: ["object", "array", "string"],
    properties: { a: { type: "string" } },
    patternProperties: { "^k[0-9]*$": { type: "integer" } },
    additionalProperties: { type: "string", enum: Array.from({ length: 2_000 }, (_, n) => `v${n}`) },
    items: { anyOf: [{ enum: Array.from({ length: 2_000 }, (_, n) => `v${n}`) }, { type: "array" }] },
    uniqueItems: true,
  },
  100,
);
const asJson = (text: string): unknown => {
  try {
    return parseText(text);
  } catch {
    return text;
  }
};
async function allLines(text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += 8) yield bytes.subarray(at, at + 8);
  };
  for await (const _ of readLines(pieces(), body)) continue;
}
const plain = { status: 200, type: "text/plain", headers: ["etag", '"a"'], body: "abc" };
const delivered = (name: string, text: string) => ({
  headers: { [name]: text },
  body: Buffer.from(text),
  url: "https://a.example",
});

interface Reader {
  read: (text: string) => unknown;
  /** The longest text that can reach it. */
  most: number;
  shapes?: readonly Shape[];
}

const ofJson = [...shapes, ...inJson];
const readers: Record<string, Reader> = {
  "form of OAuth": { read: readForm, most: 65_536 },
  "scopes of OAuth": { read: (text) => readScopes(text, ["call", "more"]), most: 65_536 },
  "redirect address": { read: (text) => redirectUriProblem(`https://a/${text}`), most: 65_536 },
  "registered redirect": {
    read: (text) => isRedirectOf(["http://127.0.0.1/a"], `http://127.0.0.1/${text}`),
    most: 65_536,
  },
  "metadata document": {
    read: (text) => readClientDocument("https://a.example/c", text),
    most: 65_536,
    shapes: ofJson,
  },
  "session cookie": { read: (text) => readSessionCookie(settings.sessionSecret, text), most: header },
  "device cookie": { read: (text) => readDevice(settings, "a@example.com", text), most: header },
  cursor: { read: (text) => decodeCursor(text, "list"), most: header },
  "JSON of the control plane": { read: parseText, most: body, shapes: ofJson },
  "lines of records": { read: allLines, most: 262_144, shapes: shapes.filter((_, n) => n % 9 === 0) },
  "SCIM query": { read: (text) => readQuery(`/scim/v2/Users?${text}`, 100), most: header },
  "SCIM filter": { read: parseFilter, most: body },
  "SCIM path": { read: readPath, most: body },
  "SCIM patch": { read: (text) => readPatch(asJson(text)), most: body, shapes: ofJson },
  "SCIM precondition": { read: (text) => isKnown(text, { revision: 1 }), most: header },
  "cron schedule": { read: (text) => parseSchedule(text, "Europe/Berlin"), most: 200 },
  "parts of an input": { read: (text) => unknownParts(asJson(text)), most: body, shapes: ofJson },
  "host name": { read: (text) => host.isNamedBy(text), most: header },
  "path at the gateway": { read: checkPath, most: header },
  "prefix of a path": { read: (text) => prefixOf(`/${text}`), most: header },
  Forwarded: { read: forwardedFor, most: header },
  "PROXY header": { read: (text) => parseProxyHeader(Buffer.from(text)), most: header },
  "Accept-Encoding": { read: (text) => acceptedCoding(text, ["br", "gzip"]), most: header },
  "Content-Type": { read: mediaTypeOf, most: header },
  "Content-Encoding": { read: codingOf, most: header },
  "x-request-id": { read: requestIdFrom, most: header },
  "client address": { read: list, most: header },
  "texts of a frame": { read: (text) => readTexts(Buffer.from(text, "latin1"), 0, text.length), most: 98_304 },
  "URL at the worker": { read: (text) => runtimePath(`/http/${text}`), most: header },
  "path of a route": { read: (text) => routes.match(`/${text}`), most: header },
  query: { read: parseQuery, most: 65_536 },
  coercion: { read: (text) => coerce(text, coercions.get("a")), most: body },
  multipart: {
    read: (text) => parseMultipart("multipart/form-data; boundary=x", Buffer.from(`--x\r\n${text}`)),
    most: body,
  },
  "multipart's boundary": {
    read: (text) => parseMultipart(`multipart/form-data; ${text}`, Buffer.from(text)),
    most: header,
  },
  "JSON body": { read: (text) => parseJson(Buffer.from(text)), most: body, shapes: ofJson },
  Accept: { read: acceptsEvents, most: header },
  "header of a parameter": { read: decodeHeaderValue, most: header },
  "encoded header of a parameter": { read: (text) => decodeHeaderValue(`=?base64?${text}?=`), most: header },
  preflight: {
    read: (text) =>
      preflightHeaders(
        { origin: "a", "access-control-request-method": "GET", "access-control-request-headers": text },
        [],
      ),
    most: header,
  },
  "If-None-Match": { read: (text) => conditionOf(plain, { "if-none-match": text, "if-match": text }), most: header },
  Range: { read: (text) => rangedAnswer(plain, "GET", { range: text }), most: header },
  Cookie: { read: shownCookies, most: header },
  "Set-Cookie": {
    read: (text) => sentCookie(`a=${text}`, { hostname: "a.example", isHttps: true, below: null }),
    most: header,
  },
  "signature of Stripe": {
    read: (text) => senders.stripe(delivered("stripe-signature", text), undefined),
    most: header,
  },
  "signature of Standard Webhooks": {
    read: (text) => senders.standard(delivered("webhook-signature", text), undefined),
    most: header,
  },
  "signed form of Twilio": {
    read: (text) =>
      senders.twilio(
        {
          headers: { "x-twilio-signature": "AAAA", "content-type": "application/x-www-form-urlencoded" },
          body: Buffer.from(text),
          url: "https://a.example",
        },
        undefined,
      ),
    most: body,
  },
  statement: { read: (text) => requirePlainStatement(text, "mysql", true), most: 262_144 },
  "statement of PostgreSQL": { read: (text) => requirePlainStatement(`/*${text}`, "postgresql", true), most: 262_144 },
  "address of a fetch": {
    read: (text) => isGranted(new URL(`https://a.example/${text}`), ["*.example"]),
    most: 65_536,
  },
  "masking by value": { read: (text) => secret?.text(text), most: body },
  "masking of a cut text": { read: (text) => secret?.cutText(text), most: body },
  "masking over a log": { read: (text) => secret?.logs([{ message: text, data: [text] }]), most: 262_144 },
  "masking by name": { read: (text) => mask(asJson(text), rules), most: body, shapes: ofJson },
  "masking in a stream": { read: (text) => maskFieldsInText(text, isSensitiveName), most: 65_536, shapes: ofJson },
  "masking of tokens": { read: maskTokens, most: body },
  "bound of a record": { read: (text) => bound(asJson(text)), most: body, shapes: ofJson },
  "canonical JSON": { read: (text) => canonicalJson(asJson(text)), most: body, shapes: ofJson },
  "check by a schema": { read: (text) => findIssues(asJson(text), "input"), most: body, shapes: ofJson },
  "check of a schema": {
    read: (text) => checkSchema({ type: "object", properties: { a: asJson(text) as never } }, null),
    most: body,
    shapes: ofJson,
  },
  "pattern's size": { read: patternSize, most: 2_000 },
  "pattern's engine": { read: (text) => linearPattern(text).test(text), most: 2_000 },
};

/**
 * The least of three times, so that garbage collection and compiling do not count. A refusal counts as a result too.
 */
async function timeOf({ read }: Reader, text: string): Promise<number> {
  let least = Infinity;
  for (let times = 0; times < 3; times += 1) {
    const began = process.threadCpuUsage();
    try {
      await read(text);
    } catch {
      // Other tests check its result.
    }
    least = Math.min(least, workedMs(began));
    if (least < 20) break;
  }
  return least;
}

for (const [name, reader] of Object.entries(readers)) {
  test(`${name}: four times the text takes no more than linear time`, async () => {
    for (const [index, shape] of (reader.shapes ?? shapes).entries()) {
      const whole = await timeOf(reader, shape(reader.most));
      // The kernel counts in ticks of some milliseconds. Shorter times harm nobody.
      if (whole < 40) continue;
      const quarter = await timeOf(reader, shape(reader.most / 4));
      const what = `shape ${index} (${JSON.stringify(shape(24))}): ${whole} ms, a quarter of it ${quarter} ms`;
      assert.ok(whole < 10 * quarter + 60, what);
      assert.ok(whole < 1_500, what);
    }
  });
}
