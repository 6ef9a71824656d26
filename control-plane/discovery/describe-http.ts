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

/** What a body holds: the whole input, or what the path leaves of it. */
function bodyOf({ binding, held }: Offer<ArtifactRoute>, schemas: ComponentSchemas) {
  const inPath = new Set(parametersOf(binding.path));
  const { names, required, isClosed } = inputOf(held.inputSchema);
  const rest = names.filter((name) => !inPath.has(name));
  const needed = rest.filter((name) => required.has(name));
  const left: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(rest.map((name) => [name, { $ref: schemas.property(held, name) }])),
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
  const schema = inPath.size === 0 ? { $ref: schemas.input(held) } : left;
  return { required: needed.length > 0, content: { "application/json": { schema } } };
}

function operationOf(offer: Offer<ArtifactRoute>, operationId: string, schemas: ComponentSchemas) {
  const { binding, held } = offer;
  const takesBody = ["POST", "PUT", "PATCH"].includes(binding.method);
  const inPath = parametersOf(binding.path);
  const { names, required } = inputOf(held.inputSchema);
  const schemaOf = (name: string) =>
    names.includes(name) ? { $ref: schemas.property(held, name) } : { type: "string" };
  const inQuery = takesBody ? [] : names.filter((name) => !inPath.includes(name));
  const output = schemas.output(held);
  const content = { "application/json": { schema: output === null ? {} : { $ref: output } } };
  return {
    operationId,
    ...(binding.description === "" ? {} : { description: binding.description }),
    parameters: [
      ...inPath.map((name) => ({ name, in: "path", required: true, schema: schemaOf(name) })),
      ...inQuery.map((name) => ({ name, in: "query", required: required.has(name), schema: schemaOf(name) })),
    ],
    ...(takesBody ? { requestBody: bodyOf(offer, schemas) } : {}),
    responses: {
      [binding.successStatus]: {
        description: "What the Function returned",
        ...(bodiless.has(binding.successStatus) ? {} : { content }),
      },
      default: errorAnswer,
    },
  };
}

/** `GET /orders/{orderId}` is `get_orders_orderId`. */
const identifierOf = ({ method, path }: ArtifactRoute) =>
  [method.toLowerCase(), ...(path.match(/[A-Za-z0-9_]+/g) ?? [])].join("_");

/**
 * An HTTP API as OpenAPI 3.1. Input comes from the path, then the query of GET and DELETE, or the body of the others
 * (api-contract section 5, HTTP input).
 */
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
