import { isObject } from "../json-schema/is-object.ts";
import type { ArtifactRoute, JsonSchema } from "../internal/artifact.ts";
import { ComponentSchemas } from "./component-schemas.ts";
import { prefer, runSchemas, runState, startedRun, statePath } from "./describe-runs.ts";
import { sentPath } from "../routes/sent-path.ts";
import { securityOf, type DocumentedCaller } from "./documented-caller.ts";
import type { Offer } from "./offer.ts";
import { errorAnswer, openapiDocument, routeErrors, type DocumentHead } from "./openapi-document.ts";

const bodiless = new Set([204, 205]);
const parametersOf = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");

function inputOf(schema: JsonSchema): { names: string[]; required: Set<unknown>; isClosed: boolean } {
  const { properties, required, additionalProperties } = schema;
  return {
    names: isObject(properties) ? Object.keys(properties) : [],
    required: new Set(Array.isArray(required) ? required : []),
    isClosed: additionalProperties === false,
  };
}

const mediaTypes = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  text: "text/plain",
  bytes: "application/octet-stream",
} as const;

/** The property of the input that holds the whole body; null when the input's members are the body's. */
const wholeOf = ({ bodyType, bodyProperty }: ArtifactRoute): string | null =>
  bodyProperty ?? (bodyType === "text" || bodyType === "bytes" ? "body" : null);

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

/** The author's example of a value, or the only possible value. */
function exampleOf(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  return firstOf(schema["examples"]) ?? schema["default"] ?? schema["const"] ?? firstOf(schema["enum"]);
}

/** An example of an object, from its author's examples; nothing unless every required property has one. */
function exampleBody(schema: JsonSchema, names: readonly string[], needed: readonly string[]) {
  const { properties } = schema;
  if (!isObject(properties)) return {};
  const given = names.map((name) => [name, exampleOf(properties[name])] as const);
  const known = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const isWhole = Object.keys(known).length > 0 && needed.every((name) => Object.hasOwn(known, name));
  return isWhole ? { example: known } : {};
}

/**
 * The content of a body: the whole input, the input without the path's parameters, or the one property that the binding
 * names.
 */
function bodyOf({ binding, held }: Offer<ArtifactRoute>, schemas: ComponentSchemas) {
  const { bodyType = "json" } = binding;
  const inPath = new Set(parametersOf(binding.path));
  const { names, required, isClosed } = inputOf(held.inputSchema);
  const whole = wholeOf(binding);
  if (whole !== null) {
    const known = schemas.property(held, whole) ?? {};
    const schema = bodyType === "bytes" ? {} : known;
    return { required: required.has(whole), content: { [mediaTypes[bodyType]]: { schema } } };
  }
  const rest = names.filter((name) => !inPath.has(name));
  const needed = rest.filter((name) => required.has(name));
  const left: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(rest.map((name) => [name, schemas.property(held, name)])),
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
  const schema = inPath.size === 0 ? { $ref: schemas.input(held) } : left;
  const shown = { schema, ...exampleBody(held.inputSchema, rest, needed) };
  return { required: needed.length > 0, content: { [mediaTypes[bodyType]]: shown } };
}

/** For a route that responds before its Function runs. */
const accepted = {
  202: {
    description: "The request is stored, and the Function runs later",
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: { deliveryId: { type: "string" }, duplicate: { type: "boolean" } },
          required: ["deliveryId", "duplicate"],
        },
      },
    },
  },
};

const nameOf = ({ method, path }: ArtifactRoute) => `${method} ${path}`;

/** A route whose Function is durable, or whose calls may need approval, by the Function's setting and the policy's rules. */
function mayBeRun({ binding, held }: Offer<ArtifactRoute>, { approvals = [] }: DocumentHead): boolean {
  if (binding.delivery !== undefined) return false;
  return held.run === "durable" || approvals.some((name) => name === "*" || name === nameOf(binding));
}

const refer = (name: keyof typeof routeErrors) => ({ $ref: `#/components/responses/${name}` });

/** The errors of a route, by status. */
const errorsOf = (takesBody: boolean, { mode }: DocumentedCaller) => ({
  400: refer("BadInput"),
  ...(mode === "none" ? {} : { 401: refer("Unauthenticated"), 403: refer("Forbidden") }),
  ...(takesBody ? { 413: refer("BodyTooLarge"), 415: refer("BodyUnfit") } : {}),
  429: refer("RateLimited"),
  503: refer("Busy"),
  default: errorAnswer,
});

const idempotencyKey = (required: boolean, isRun: boolean) => ({
  name: "Idempotency-Key",
  in: "header",
  required,
  description: isRun
    ? "The same key with the same request leads to the same run."
    : "The same key with the same request gets the first answer again.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
});

function operationOf(offer: Offer<ArtifactRoute>, operationId: string, schemas: ComponentSchemas, head: DocumentHead) {
  const { caller } = head;
  const { binding, held } = offer;
  const { idempotency = "off" } = binding;
  const takesBody = ["POST", "PUT", "PATCH"].includes(binding.method);
  const inPath = parametersOf(binding.path);
  const { names, required } = inputOf(held.inputSchema);
  const schemaOf = (name: string) => schemas.property(held, name) ?? { type: "string" };
  const whole = wholeOf(binding);
  const merged = takesBody && whole === null;
  const inQuery = merged ? [] : names.filter((name) => !inPath.includes(name) && !(takesBody && name === whole));
  const output = schemas.output(held);
  const content = { "application/json": { schema: output === null ? {} : { $ref: output } } };
  const returned = {
    [binding.successStatus]: {
      description: "What the Function returned",
      ...(bodiless.has(binding.successStatus) ? {} : { content }),
    },
  };
  const isRun = mayBeRun(offer, head);
  const isDurable = isRun && held.run === "durable";
  const takesKey = idempotency !== "off" || isDurable;
  const answers = binding.delivery === undefined ? (isRun ? { ...returned, ...startedRun } : returned) : accepted;
  return {
    operationId,
    ...(binding.description === "" ? {} : { description: binding.description }),
    parameters: [
      ...inPath.map((name) => ({ name, in: "path", required: true, schema: schemaOf(name) })),
      ...inQuery.map((name) => ({ name, in: "query", required: required.has(name), schema: schemaOf(name) })),
      ...(takesKey ? [idempotencyKey(idempotency === "required", isDurable)] : []),
      ...(isRun ? [prefer] : []),
    ],
    ...(caller.mode === "oauth"
      ? { security: securityOf(caller, { name: nameOf(binding), scope: binding.scope }) }
      : {}),
    ...(takesBody ? { requestBody: bodyOf(offer, schemas) } : {}),
    responses: { ...errorsOf(takesBody, caller), ...answers },
  };
}

/** The operation's id: `GET /orders/{orderId}` becomes `get_orders_orderId`. */
const identifierOf = ({ method, path }: ArtifactRoute) =>
  [method.toLowerCase(), ...(path.match(/[A-Za-z0-9_]+/g) ?? [])].join("_");

/** An HTTP API as OpenAPI 3.1. Input comes from the path, then the query of GET and DELETE, or the body of the others. */
export function describeHttp(head: DocumentHead, routes: readonly Offer<ArtifactRoute>[]) {
  const schemas = new ComponentSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  const taken = new Set<string>();
  for (const offer of routes) {
    const { method, path } = offer.binding;
    const plain = identifierOf(offer.binding);
    let operationId = plain;
    for (let n = 2; taken.has(operationId); n += 1) operationId = `${plain}_${n}`;
    taken.add(operationId);
    (paths[sentPath(path)] ??= {})[method.toLowerCase()] = operationOf(offer, operationId, schemas, head);
  }
  const hasRuns = routes.some((offer) => mayBeRun(offer, head));
  if (!hasRuns) return openapiDocument(head, paths, schemas.schemas, routeErrors);
  paths[statePath] = runState(taken);
  return openapiDocument(head, paths, { ...schemas.schemas, ...runSchemas }, routeErrors);
}
