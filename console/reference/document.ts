import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { resolved, type Schema } from "./sample-of-schema.ts";

/** The members of a worker's OpenAPI 3.1 document that the page reads. */
export interface ApiDocument extends Schema {
  info: { title: string; description?: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: { securitySchemes?: Record<string, SecurityScheme> };
}

export interface SecurityScheme {
  type: string;
  name?: string;
  scheme?: string;
  description?: string;
}

export interface ApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
}

export interface ApiOperation {
  description?: string;
  parameters: ApiParameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, Schema>;
}

export const isDocument = (value: unknown): value is ApiDocument =>
  isObject(value) && isObject(value["info"]) && isObject(value["paths"]) && isObject(value["components"]);

/** The type of a schema in a few words. */
export function typeOf(given: Schema, root: Schema): string {
  const schema = resolved(given, root);
  const list = Array.isArray(schema["enum"]) ? schema["enum"].map((one) => JSON.stringify(one)).join(" | ") : null;
  return list ?? ([schema["type"]].flat().filter(Boolean).join(" or ") || "any value");
}

export const descriptionOf = (given: Schema, root: Schema): string => {
  const { description } = resolved(given, root);
  return typeof description === "string" ? description : "";
};
