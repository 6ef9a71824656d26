import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { SignaturePolicy } from "@ferrule/contract/resources/signature-policy.ts";
import { signatureHeader } from "@ferrule/contract/webhook-senders.ts";

/** What both kinds of endpoint say of themselves. */
export interface DocumentHead {
  title: string;
  description: string;
  /** Of the artifact; null where nothing is deployed. */
  digest: string | null;
  server: string;
  caller: AuthPolicy["caller"];
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

/** What a sender signs is its own; OpenAPI can name the header, as it names that of a key. */
const signedBy = (rule: SignaturePolicy) => ({
  signature: {
    type: "apiKey",
    in: "header",
    name: signatureHeader(rule),
    description: `The signature of the request as it is sent, as the sender "${rule.sender}" makes it.`,
  },
});

const schemesOf = ({ mode, signature }: AuthPolicy["caller"]) =>
  mode === "signature" && signature !== undefined ? signedBy(signature) : schemes;

/** Any one of these opens the endpoint. */
const securityOf: Record<AuthPolicy["caller"]["mode"], Record<string, string[]>[]> = {
  none: [],
  "api-key": [{ apiKey: [] }, { bearer: [] }],
  jwt: [{ bearer: [] }, { apiKey: [] }],
  oauth: [{ bearer: [] }, { apiKey: [] }],
  signature: [{ signature: [] }],
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
  security: securityOf[head.caller.mode],
  paths,
  components: {
    schemas: { Error: errorSchema, ...schemas },
    securitySchemes: schemesOf(head.caller),
  },
});
