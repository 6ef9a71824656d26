import { openapiDocument } from "@ferrule/contract/openapi/openapi.ts";
import { operations, type OperationName } from "@ferrule/contract/operations.ts";

/** The part of JSON Schema that the rules read. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  $ref?: string;
}

interface Body {
  schema: Schema;
  example?: unknown;
}

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: Schema; example?: unknown }[];
  requestBody?: { required: boolean; content: Record<string, Body> };
  responses: Record<string, { description: string; content?: Record<string, Body> }>;
  security: Record<string, string[]>[];
}

/** The part of the OpenAPI document that the rules read. */
export interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, object>;
    headers: Record<string, object>;
  };
}

export const document = openapiDocument("http://localhost:8080") as unknown as Document;

export const openapiPath = (path: string): string => path.replaceAll(/:([A-Za-z]+)/g, "{$1}");

export function describedOf(name: OperationName): Described {
  const { method, path } = operations[name];
  const described = document.paths[openapiPath(path)]?.[method.toLowerCase()];
  if (!described) throw new Error(`${name} is not in the OpenAPI document.`);
  return described;
}

/** Replaces a reference by the named schema. */
const followed = (schema: Schema | undefined): Schema | undefined =>
  schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.replace("#/components/schemas/", "")];

export const bodySchemaOf = (name: OperationName): Schema | undefined =>
  followed(describedOf(name).requestBody?.content["application/json"]?.schema);

export const querySchemasOf = (name: OperationName): Record<string, Schema> =>
  Object.fromEntries(
    (describedOf(name).parameters ?? []).filter((one) => one.in === "query").map((one) => [one.name, one.schema]),
  );

/** All schemas that apply to a value: branches of unions, with references resolved. */
export function branchesOf(schema: Schema): Schema[] {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  if (name !== undefined) return branchesOf(document.components.schemas[name] ?? {});
  const union = schema.anyOf ?? schema.oneOf;
  return union ? union.flatMap(branchesOf) : [schema];
}

/** The JSON types that a schema allows; null if it does not restrict them. */
export function typesOf(schema: Schema): Set<string> | null {
  const types = new Set<string>();
  for (const branch of branchesOf(schema)) {
    const values = "const" in branch ? [branch.const] : branch.enum;
    const named = branch.type ?? values?.map((value) => (value === null ? "null" : typeof value));
    if (named === undefined) return null;
    for (const type of [named].flat()) types.add(type === "integer" ? "number" : type);
  }
  return types;
}
