import { errors, type ErrorCode } from "../errors.ts";
import type { JsonSchema } from "../internal/artifact.ts";
import { securityOf, securitySchemes, type DocumentedCaller } from "./documented-caller.ts";

/** The parts of a document that both kinds of endpoint have. */
export interface DocumentHead {
  title: string;
  description: string;
  /** The artifact's digest; null when nothing is deployed. */
  digest: string | null;
  server: string;
  /** The origin of PUBLIC_URL. */
  authority: string;
  caller: DocumentedCaller;
  /** The tools or routes that the policy's rules for approvals name. */
  approvals?: readonly string[];
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

const schema = { $ref: "#/components/schemas/Error" };

export const errorAnswer = {
  description: "An error, in the one shape",
  content: { "application/json": { schema } },
};

/** An error, as its caller gets it. */
const error = (
  description: string,
  code: ErrorCode,
  { headers, details }: { headers?: object; details?: object } = {},
) => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: {
    "application/json": {
      schema,
      example: {
        error: {
          code,
          message: errors[code].message,
          requestId: "req_06h0az79tpxrb8jcwaaj8x3a",
          ...(details === undefined ? {} : { details }),
        },
      },
    },
  },
});
const retryAfter = { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } };
const challenge = { "WWW-Authenticate": { description: "How to get one", schema: { type: "string" } } };
const details = { issues: [{ path: "input.limit", message: "must be at least 1" }] };

/** Errors that callers of a route may get; docs/errors.md has all of them. */
export const routeErrors = {
  BadInput: error("The input does not fit", "INPUT_INVALID", { details }),
  Unauthenticated: error("There is no credential, or a wrong one", "API_KEY_INVALID", { headers: challenge }),
  Forbidden: error("This caller may not", "FORBIDDEN"),
  BodyTooLarge: error("The body is too large", "PAYLOAD_TOO_LARGE"),
  BodyUnfit: error("The body is of another type, or compressed in another way", "UNSUPPORTED_MEDIA_TYPE"),
  RateLimited: error("There are too many calls", "RATE_LIMITED", { headers: retryAfter }),
  Busy: error("Nothing of the call has run", "OVERLOADED", { headers: retryAfter }),
} as const;

/** An OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) of one endpoint. */
export const openapiDocument = (
  head: DocumentHead,
  paths: object,
  schemas: Record<string, JsonSchema>,
  responses?: object,
) => ({
  openapi: "3.1.1" as const,
  info: {
    title: head.title,
    ...(head.description === "" ? {} : { description: head.description }),
    version: head.digest?.slice(0, 12) ?? "not deployed",
  },
  servers: [{ url: head.server }],
  security: securityOf(head.caller),
  paths,
  components: {
    schemas: { Error: errorSchema, ...schemas },
    ...(responses === undefined ? {} : { responses }),
    securitySchemes: securitySchemes(head.caller, head.authority),
  },
});
