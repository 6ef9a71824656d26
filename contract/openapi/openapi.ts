import type { ZodObject } from "zod";
import { errorDetails } from "../error-details.ts";
import { errors, type ErrorCode } from "../errors.ts";
import { examples, type Example } from "./examples.ts";
import { answerHeaders, errorHeaders, successHeaders } from "./openapi-headers.ts";
import { toSchema, type Components, type Json } from "./openapi-schemas.ts";
import { alternativesOf, errorsOf, isMutation, type Operation } from "../operation.ts";
import { operationNames, operations, type OperationName } from "../operations.ts";

/** A parameter of an example, as its schema types it. */
function typed(text: string, { type }: Json): unknown {
  if (type === "integer" || type === "number") return Number(text);
  return type === "boolean" ? text === "true" : text;
}

function parametersOf(
  schema: ZodObject | undefined,
  place: "path" | "query",
  values: Record<string, string> = {},
  components: Components,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input", components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
    ...(values[name] === undefined ? {} : { example: typed(values[name], property) }),
  }));
}

const header = (name: string, description: string, schema: Json = { type: "string" }): Json => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
});

function headersOf(operation: Operation): Json[] {
  const headers: Json[] = [];
  if (operation.ifMatch) headers.push(header("If-Match", "The ETag of the revision to change; stale: 412."));
  if (operation.idempotent) {
    headers.push(
      header("Idempotency-Key", "For 24 h, the same key gets the same response.", { type: "string", maxLength: 255 }),
    );
  }
  if (operation.scope === "project" && isMutation(operation)) {
    headers.push(header("x-project-id", "The Project that you mean; 409 if another one is active."));
  }
  return headers;
}

function errorResponses(operation: Operation): Json {
  const codes = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const { status } = errors[code];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  const responses = [...codes].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    responses.map(([status, names]) => [
      String(status),
      {
        description: names.map((code) => `\`${code}\`: ${errors[code].message}`).join(" "),
        headers: errorHeaders(status),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

/** A body of a media type, with its example if there is one. */
const bodyOf = (schema: Json, example: unknown): Json => ({ schema, ...(example === undefined ? {} : { example }) });

function successResponse(name: OperationName, components: Components): Json {
  const operation: Operation = operations[name];
  const answer = examples[name]?.answer ?? {};
  const content: Json = {};
  if (operation.response) {
    const schema = toSchema(operation.response, "output", components);
    content["application/json"] = bodyOf(schema, answer["application/json"]);
  }
  for (const type of alternativesOf(operation)) content[type] = bodyOf({ type: "string" }, answer[type]);
  return {
    description: operation.summary,
    headers: successHeaders(operation),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function securityOf(operation: Operation): Json[] {
  if (operation.roles === "public") return [];
  const session = isMutation(operation) ? { session: [], csrf: [] } : { session: [] };
  return operation.tokens === false ? [session] : [session, { token: [] }];
}

function requestBodyOf(operation: Operation, { body }: Example, components: Components): Json {
  const { stream } = operation;
  if (stream !== undefined)
    return { requestBody: { required: true, content: { [stream]: bodyOf({ type: "string" }, body) } } };
  if (operation.body === undefined) return {};
  const schema = toSchema(operation.body, "input", components);
  const required = !operation.body.safeParse(undefined).success;
  return { requestBody: { required, content: { "application/json": bodyOf(schema, body) } } };
}

function describe(name: OperationName, success: Json, components: Components): Json {
  const operation: Operation = operations[name];
  const example = examples[name] ?? {};
  const allowed = typeof operation.roles === "string" ? operation.roles : operation.roles.join(", ");
  const parameters = [
    ...parametersOf(operation.params, "path", example.params, components),
    ...parametersOf(operation.query, "query", example.query, components),
    ...headersOf(operation),
  ];
  const unchanged =
    operation.prepared === true
      ? {
          "304": {
            description: "The resource still has the ETag of `If-None-Match`.",
            headers: successHeaders(operation),
          },
        }
      : {};
  return {
    operationId: name,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: [operation.tag],
    security: securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(operation, example, components),
    responses: { [String(operation.status)]: success, ...unchanged, ...errorResponses(operation) },
    "x-roles": allowed,
  };
}

const errorSchema: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "requestId"],
      properties: {
        code: { type: "string", enum: Object.keys(errors) },
        message: { type: "string" },
        requestId: { type: "string" },
        details: { $ref: "#/components/schemas/ErrorDetails" },
      },
    },
  },
};

const securitySchemes: Json = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "ferrule_session",
    description: "In production `__Host-ferrule_session`.",
  },
  csrf: { type: "apiKey", in: "header", name: "x-csrf-token", description: "The token of the session's CSRF cookie." },
  token: { type: "http", scheme: "bearer", description: "An API token, `fer_pat_…`; never beside a session cookie." },
};

/**
 * The management API as an OpenAPI 3.1 document, derived from the operation table; `serverUrl` is its public origin.
 */
export function openapiDocument(serverUrl: string): Json {
  const components: Components = [];
  const details = toSchema(errorDetails, "output", components);
  // Responses come first: if a body and a response have the same name but differ, the body gets the longer name.
  const successes = new Map(operationNames.map((name) => [name, successResponse(name, components)]));
  const paths: Record<string, Json> = {};
  for (const name of operationNames) {
    const { method, path } = operations[name];
    const key = path.replaceAll(/:([A-Za-z]+)/g, "{$1}");
    const described = describe(name, successes.get(name) ?? {}, components);
    paths[key] = { ...paths[key], [method.toLowerCase()]: described };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Ferrule management API",
      version: "1.0.0",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(operationNames.map((name) => operations[name].tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        Error: errorSchema,
        ErrorDetails: details,
        ...Object.fromEntries(components.map(({ name, schema }) => [name, schema])),
      },
      securitySchemes,
      headers: answerHeaders,
    },
  };
}
