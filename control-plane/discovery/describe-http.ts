import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { ArtifactRoute, JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { ComponentSchemas } from "./component-schemas.ts";
import type { Offer } from "./deployed-offers.ts";
import { errorAnswer, openapiDocument, type DocumentHead } from "./openapi-document.ts";

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

/** The property of the input that is the whole body; null: the input's members are the body's. */
const wholeOf = ({ bodyType, bodyProperty }: ArtifactRoute): string | null =>
  bodyProperty ?? (bodyType === "text" || bodyType === "bytes" ? "body" : null);

/** What a body holds: the whole input, what the path leaves of it, or the one property that the binding names. */
function bodyOf({ binding, held }: Offer<ArtifactRoute>, schemas: ComponentSchemas) {
  const { bodyType = "json" } = binding;
  const inPath = new Set(parametersOf(binding.path));
  const { names, required, isClosed } = inputOf(held.inputSchema);
  const whole = wholeOf(binding);
  if (whole !== null) {
    const known = names.includes(whole) ? { $ref: schemas.property(held, whole) } : {};
    const schema = bodyType === "bytes" ? {} : known;
    return { required: required.has(whole), content: { [mediaTypes[bodyType]]: { schema } } };
  }
  const rest = names.filter((name) => !inPath.has(name));
  const needed = rest.filter((name) => required.has(name));
  const left: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(rest.map((name) => [name, { $ref: schemas.property(held, name) }])),
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
  const schema = inPath.size === 0 ? { $ref: schemas.input(held) } : left;
  return { required: needed.length > 0, content: { [mediaTypes[bodyType]]: { schema } } };
}

/** Of a route that answers at once. */
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

function operationOf(offer: Offer<ArtifactRoute>, operationId: string, schemas: ComponentSchemas) {
  const { binding, held } = offer;
  const takesBody = ["POST", "PUT", "PATCH"].includes(binding.method);
  const inPath = parametersOf(binding.path);
  const { names, required } = inputOf(held.inputSchema);
  const schemaOf = (name: string) =>
    names.includes(name) ? { $ref: schemas.property(held, name) } : { type: "string" };
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
  return {
    operationId,
    ...(binding.description === "" ? {} : { description: binding.description }),
    parameters: [
      ...inPath.map((name) => ({ name, in: "path", required: true, schema: schemaOf(name) })),
      ...inQuery.map((name) => ({ name, in: "query", required: required.has(name), schema: schemaOf(name) })),
    ],
    ...(takesBody ? { requestBody: bodyOf(offer, schemas) } : {}),
    responses: { ...(binding.delivery === undefined ? returned : accepted), default: errorAnswer },
  };
}

/** `GET /orders/{orderId}` is `get_orders_orderId`. */
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
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(offer, operationId, schemas);
  }
  return openapiDocument(head, paths, schemas.schemas);
}
