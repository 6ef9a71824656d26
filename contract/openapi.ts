import { z, type ZodObject, type ZodType } from "zod";
import { errors, type ErrorCode } from "./errors.ts";
import { alternativesOf, errorsOf, isMutation, type Operation } from "./operation.ts";
import { operationNames, operations, type OperationName } from "./operations.ts";

type Json = Record<string, unknown>;

/** Schemas that refer to themselves, once each: in the document they stand beside the errors' schema. */
type Shared = Map<string, { name: string; schema: Json }>;

/**
 * What a caller may send (`input`) or gets (`output`). Checks that JSON Schema cannot say are left to the server. zod puts
 * what refers to itself below `$defs` of the same schema, where a reference from inside the document would not find it.
 */
function toSchema(schema: ZodType, io: "input" | "output", shared: Shared): Json {
  const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  if ($defs === undefined) return rest;
  const names = new Map<string, string>();
  for (const definition of Object.keys($defs)) {
    const key = `${definition} ${JSON.stringify($defs)}`;
    const known = shared.get(key)?.name ?? `Shared${shared.size + 1}`;
    shared.set(key, { name: known, schema: {} });
    names.set(`#/$defs/${definition}`, `#/components/schemas/${known}`);
  }
  const resolve = (part: unknown): Json =>
    JSON.parse(
      JSON.stringify(part, (name, value: unknown) => (name === "$ref" ? names.get(String(value)) : value)),
    ) as Json;
  for (const [definition, inner] of Object.entries($defs)) {
    const entry = shared.get(`${definition} ${JSON.stringify($defs)}`);
    if (entry) entry.schema = resolve(inner);
  }
  return resolve(rest);
}

function parametersOf(schema: ZodObject | undefined, place: "path" | "query", shared: Shared): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input", shared) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
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
    headers.push(header("Idempotency-Key", "For 24 h the same answer again.", { type: "string", maxLength: 255 }));
  }
  if (operation.scope === "project" && isMutation(operation)) {
    headers.push(header("x-project-id", "The Project that is meant; if another one is active: 409."));
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
        headers: { "x-request-id": { $ref: "#/components/headers/RequestId" } },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

function successResponse(operation: Operation, shared: Shared): Json {
  const content: Json = {};
  if (operation.response) content["application/json"] = { schema: toSchema(operation.response, "output", shared) };
  for (const type of alternativesOf(operation)) content[type] = { schema: { type: "string" } };
  return {
    description: operation.summary,
    headers: { "x-request-id": { $ref: "#/components/headers/RequestId" } },
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function securityOf(operation: Operation): Json[] {
  if (operation.roles === "public") return [];
  const session = isMutation(operation) ? { session: [], csrf: [] } : { session: [] };
  return operation.tokens === false ? [session] : [session, { token: [] }];
}

function describe(name: OperationName, shared: Shared): Json {
  const operation: Operation = operations[name];
  const allowed = typeof operation.roles === "string" ? operation.roles : operation.roles.join(", ");
  const parameters = [
    ...parametersOf(operation.params, "path", shared),
    ...parametersOf(operation.query, "query", shared),
    ...headersOf(operation),
  ];
  return {
    operationId: name,
    summary: operation.summary,
    tags: [operation.tag],
    security: securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body
      ? {
          requestBody: {
            required: !operation.body.safeParse(undefined).success,
            content: { "application/json": { schema: toSchema(operation.body, "input", shared) } },
          },
        }
      : {}),
    ...(operation.stream
      ? { requestBody: { required: true, content: { [operation.stream]: { schema: { type: "string" } } } } }
      : {}),
    responses: { [String(operation.status)]: successResponse(operation, shared), ...errorResponses(operation) },
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
        details: { type: "object" },
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
  const shared: Shared = new Map();
  const paths: Record<string, Json> = {};
  for (const name of operationNames) {
    const { method, path } = operations[name];
    const key = path.replaceAll(/:([A-Za-z]+)/g, "{$1}");
    paths[key] = { ...paths[key], [method.toLowerCase()]: describe(name, shared) };
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
        ...Object.fromEntries([...shared.values()].map(({ name, schema }) => [name, schema])),
      },
      securitySchemes,
      headers: { RequestId: { description: "Finds this request in logs and audit.", schema: { type: "string" } } },
    },
  };
}
