import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";

/** What both kinds of endpoint say of themselves. */
export interface DocumentHead {
  title: string;
  description: string;
  /** Of the artifact; null where nothing is deployed. */
  digest: string | null;
  server: string;
  callerMode: AuthPolicy["caller"]["mode"];
}

/** Every error has this one shape. */
const errorSchema: JsonSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "requestId"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        requestId: { type: "string" },
        details: { type: "object" },
      },
    },
  },
};

export const errorAnswer = {
  description: "An error, in the one shape",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};

const schemes = {
  apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
  bearer: { type: "http", scheme: "bearer" },
};

/** Any one of these opens the endpoint. */
const securityOf: Record<DocumentHead["callerMode"], Record<string, string[]>[]> = {
  none: [],
  "api-key": [{ apiKey: [] }, { bearer: [] }],
  jwt: [{ bearer: [] }, { apiKey: [] }],
  oauth: [{ bearer: [] }, { apiKey: [] }],
  // What a sender signs and where is its own; the description of it is none of OpenAPI's.
  signature: [],
};

/** An OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) of one endpoint. */
export const openapiDocument = (head: DocumentHead, paths: object, schemas: Record<string, JsonSchema>) => ({
  openapi: "3.1.1" as const,
  info: {
    title: head.title,
    ...(head.description === "" ? {} : { description: head.description }),
    version: head.digest?.slice(0, 12) ?? "not deployed",
  },
  servers: [{ url: head.server }],
  security: securityOf[head.callerMode],
  paths,
  components: { schemas: { Error: errorSchema, ...schemas }, securitySchemes: schemes },
});
