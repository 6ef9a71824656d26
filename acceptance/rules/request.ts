import assert from "node:assert/strict";
import { errors, type ErrorBody, type ErrorCode } from "@ferrule/contract/errors.ts";
import { alternativesOf, errorsOf, type Operation } from "@ferrule/contract/operation.ts";
import { operations, type OperationName } from "@ferrule/contract/operations.ts";
import { exchange } from "./exchange.ts";
import { fresh } from "./site.ts";
import type { Prepared } from "./recipe.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  requestId: string;
  /** The body, if it is JSON. */
  body: Record<string, unknown>;
  /** The content of `error`, if it is not a success. */
  error: ErrorBody | null;
}

/** All requests and responses, for rules about all of them together. */
export interface Exchanged {
  name: OperationName;
  requestId: string;
  status: number;
  text: string;
}

export type SentHeaders = Record<string, string | undefined>;

export interface RequestOptions {
  /** The credentials and other options; undefined leaves one out. */
  headers?: SentHeaders;
  /** Raw bytes, instead of the prepared body as JSON. */
  rawBody?: string | Buffer;
}

const shapeKeys = new Set(["code", "message", "requestId", "details"]);

/** Checks that an error has the one shape and a code in the operation table. */
export function requireErrorShape(status: number, text: string, requestId: string): ErrorBody {
  const body = JSON.parse(text) as { error?: ErrorBody };
  assert.deepEqual(Object.keys(body), ["error"], text);
  const { error } = body;
  assert.ok(error && Object.keys(error).every((key) => shapeKeys.has(key)), text);
  assert.equal(errors[error.code as ErrorCode]?.status, status, text);
  assert.ok(typeof error.message === "string" && error.message.length > 0, text);
  assert.equal(error.requestId, requestId, "error.requestId is x-request-id");
  assert.ok(error.details === undefined || (typeof error.details === "object" && error.details !== null), text);
  return error;
}

function requireSuccess(operation: Operation, status: number, headers: Headers, text: string): Record<string, unknown> {
  assert.equal(status, operation.status, text);
  if (operation.response === null) {
    assert.equal(text, "");
    return {};
  }
  if (alternativesOf(operation).some((type) => headers.get("content-type")?.startsWith(type) === true)) return {};
  const body = JSON.parse(text) as Record<string, unknown>;
  // A key's value is returned only once, so a repeated response lacks it.
  const isReplayed = headers.get("idempotency-replayed") === "true";
  const { value, ...parsed } = operation.response.parse(isReplayed ? { value: "", ...body } : body) as Record<
    string,
    unknown
  >;
  // Parsing drops fields that the schema does not name, so an equal result means that nothing else was sent.
  assert.deepEqual(JSON.parse(JSON.stringify(isReplayed || value === undefined ? parsed : { ...parsed, value })), body);
  if (Number.isInteger(body["revision"])) assert.equal(headers.get("etag"), `"${String(body["revision"])}"`);
  if (status === 201)
    assert.ok(
      headers
        .get("location")
        ?.split("?", 1)[0]
        ?.endsWith(`/${String(body["id"])}`),
      "Location names what was created",
    );
  return body;
}

export function urlOf(name: OperationName, { params = {}, query = {} }: Prepared): string {
  const path = operations[name].path.replaceAll(/:([A-Za-z]+)/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? "none"),
  );
  const search = new URLSearchParams(query).toString();
  return search === "" ? path : `${path}?${search}`;
}

/**
 * Sends one request of an operation and checks the rules for every response: it keeps `x-request-id`, and is either an
 * error of the one shape with a code that the operation declares, or a success with exactly the declared status and
 * schema.
 */
export async function sendRequest(
  origin: string,
  exchanged: Exchanged[],
  name: OperationName,
  prepared: Prepared,
  { headers = {}, rawBody }: RequestOptions = {},
): Promise<Answer> {
  const operation: Operation = operations[name];
  const requestId = fresh("rules");
  const text = prepared.text ?? (prepared.body === undefined ? undefined : JSON.stringify(prepared.body));
  const sent = rawBody ?? text;
  const all: SentHeaders = {
    "x-request-id": requestId,
    ...(sent === undefined ? {} : { "content-type": operation.stream ?? "application/json" }),
    ...headers,
    ...prepared.headers,
  };
  const answer = await exchange(origin + urlOf(name, prepared), {
    method: operation.method,
    headers: Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    body: sent,
  });
  const got = answer.headers.get("x-request-id") ?? "";
  assert.match(got, /^[A-Za-z0-9._:-]{1,128}$/, "x-request-id is on every answer");
  if (all["x-request-id"] === requestId) assert.equal(got, requestId);
  exchanged.push({ name, requestId: got, status: answer.status, text: answer.text });
  if (answer.status < 300)
    return {
      ...answer,
      requestId: got,
      error: null,
      body: requireSuccess(operation, answer.status, answer.headers, answer.text),
    };
  const error = requireErrorShape(answer.status, answer.text, got);
  const declared = errorsOf(operation) as string[];
  assert.ok(declared.includes(error.code), `${name} does not declare ${error.code}`);
  return { ...answer, requestId: got, error, body: {} };
}
