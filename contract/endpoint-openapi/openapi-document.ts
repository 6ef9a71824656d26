import type { JsonSchema } from "../internal/artifact.ts";
import { securityOf, securitySchemes, type DocumentedCaller } from "./documented-caller.ts";

/** What both kinds of endpoint say of themselves. */
export interface DocumentHead {
  title: string;
  description: string;
  /** Of the artifact; null where nothing is deployed. */
  digest: string | null;
  server: string;
  /** The origin of PUBLIC_URL. */
  authority: string;
  caller: DocumentedCaller;
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

const example = (code: string, message: string, details?: object) => ({
  error: { code, message, requestId: "req_06h0az79tpxrb8jcwaaj8x3a", ...(details === undefined ? {} : { details }) },
});
const error = (description: string, shown: object, headers?: object) => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: { "application/json": { schema, example: shown } },
});
const retryAfter = { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } };
const issues = { issues: [{ path: "input.limit", message: "must be at least 1" }] };

/** Errors that callers of a route meet; docs/errors.md has all of them. */
export const routeErrors = {
  BadInput: error("The input does not fit", example("INPUT_INVALID", "The input does not match the schema.", issues)),
  Unauthenticated: error(
    "There is no credential, or a wrong one",
    example("API_KEY_INVALID", "The API key is missing or not valid here."),
    { "WWW-Authenticate": { description: "How to get one", schema: { type: "string" } } },
  ),
  Forbidden: error("This caller may not", example("FORBIDDEN", "This key may not call this route.")),
  BodyTooLarge: error("The body is too large", example("PAYLOAD_TOO_LARGE", "The body is too large.")),
  BodyUnfit: error(
    "The body is of another type, or compressed in another way",
    example("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json in UTF-8."),
  ),
  RateLimited: error("There are too many calls", example("RATE_LIMITED", "Too many requests."), retryAfter),
  Busy: error("Nothing of the call has run", example("OVERLOADED", "There is no room for the call now."), retryAfter),
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
