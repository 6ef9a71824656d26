import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import { operationNames, type OperationName } from "@ferrule/contract/operations.ts";
import { mutates, operationOf } from "../attempt.ts";
import { bodySchemaOf, querySchemasOf } from "../json-schema.ts";
import { fromSchema } from "./from-schema.ts";
import { hostileHeader, hostileText, hostileValue } from "./hostile.ts";

/** A request with placeholders (`@fn:3`). */
export interface FuzzedRequest {
  name: OperationName;
  params: Record<string, string>;
  /** A known set of parameters to use instead: a binding with its own endpoint. */
  together: number | null;
  query: Record<string, string>;
  /** Undefined: no body. */
  body: unknown;
  /** Raw bytes instead of a JSON body. */
  rawBody?: string;
  headers: Record<string, string>;
}

const paramNames = (name: OperationName) =>
  [...operationOf(name).path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? "");

/** An id from an earlier request of any operation; rarely a text that is not one. */
const param = (name: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.nat(40).map((at) => `@${name}:${at}`) },
    { weight: 1, arbitrary: hostileText.filter(isPathText) },
  );

const isPathText = (text: string) =>
  text.isWellFormed() && text.length < 3_000 && text !== "." && text !== ".." && text !== "";

function queryOf(name: OperationName): Arbitrary<Record<string, string>> {
  const schemas = Object.entries(querySchemasOf(name)).map(([key, schema]) => {
    const fitting = key === "cursor" ? fc.nat(20).map((at) => `@cursor:${at}`) : fromSchema(schema).map(String);
    return [key, fitting] as const;
  });
  if (schemas.length === 0) return fc.constant({});
  return fc.record(Object.fromEntries(schemas), { requiredKeys: [] }) as Arbitrary<Record<string, string>>;
}

function validish(name: OperationName): Arbitrary<FuzzedRequest> {
  const schema = bodySchemaOf(name);
  return fc.record({
    name: fc.constant(name),
    params: fc.record(Object.fromEntries(paramNames(name).map((one) => [one, param(one)]))),
    together: fc.option(fc.nat(60), { freq: 3 }),
    query: queryOf(name),
    body: schema ? fromSchema(schema) : fc.constant(undefined),
    headers: fc.constant({}),
  });
}

/** Replaces, drops or adds one field anywhere in the body. */
function spoilBody(body: unknown, where: number, value: unknown, how: "replace" | "drop" | "add"): unknown {
  if (typeof body !== "object" || body === null) return value;
  const keys = Object.keys(body);
  if (keys.length === 0 || how === "add") return { ...body, [`extra${where}`]: value };
  const key = keys[where % keys.length] ?? "";
  const child = (body as Record<string, unknown>)[key];
  if (where % 3 === 0 && typeof child === "object" && child !== null)
    return { ...body, [key]: spoilBody(child, where >> 2, value, how) };
  if (how === "replace") return { ...body, [key]: value };
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
}

const headerNames = [
  "if-match",
  "idempotency-key",
  "x-request-id",
  "x-project-id",
  "x-csrf-token",
  "content-type",
  "content-encoding",
  "accept",
  "authorization",
  "cookie",
  "origin",
  "x-forwarded-for",
  "range",
  "user-agent",
];

type Mutation = (request: FuzzedRequest) => FuzzedRequest;

const mutation: Arbitrary<Mutation> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Mutation>((request) => request) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(60), hostileValue, fc.constantFrom("replace", "replace", "drop", "add"))
      .map(([where, value, how]): Mutation => (request) => ({
        ...request,
        body: spoilBody(request.body, where, value, how),
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom("limit", "cursor", "nope", "environment", "from", "to", "status", "__proto__"),
        hostileText,
      )
      .map(([key, value]): Mutation => (request) => ({
        ...request,
        query: { ...request.query, [key]: value.slice(0, 3_000) },
      })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...headerNames), hostileHeader).map(([key, value]): Mutation => (request) => ({
      ...request,
      headers: { ...request.headers, [key]: value },
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(400), fc.string({ unit: "binary", maxLength: 3 }))
      .map(([at, insert]): Mutation => (request) => {
        const text = JSON.stringify(request.body ?? {});
        return { ...request, rawBody: text.slice(0, at) + insert + text.slice(at + (at % 3)) };
      }),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary", maxLength: 200 }).map((rawBody): Mutation => (request) => ({
      ...request,
      rawBody,
    })),
  },
);

/** Requests of every operation: half are valid by their schemas, the others have one or two errors. */
export const fuzzedRequest: Arbitrary<FuzzedRequest> = fc
  .tuple(fc.oneof(...operationNames.map(validish)), fc.array(mutation, { maxLength: 2 }))
  .map(([request, mutations]) => mutations.reduce((changed, mutate) => mutate(changed), request))
  .map((request) => (mutates(request.name) ? request : { ...request, body: undefined, rawBody: undefined }));
