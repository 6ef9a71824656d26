import { ZodObject } from "zod";
import { alternativesOf, isMutation, type Operation } from "../operation.ts";

type Json = Record<string, unknown>;

const text = (description: string) => ({ description, schema: { type: "string" } });

/** The headers of responses, by their names below `components`. */
export const answerHeaders = {
  RequestId: text("Finds this request in logs and audit."),
  ProjectId: text("The active Project of this response."),
  ETag: text("The resource's revision in quotes, for `If-Match`."),
  Location: text("The path of what was created."),
  RetryAfter: { description: "Retry after this many seconds.", schema: { type: "integer", minimum: 1 } },
  IdempotencyReplayed: {
    description: "This response repeats an earlier one.",
    schema: { type: "string", const: "true" },
  },
  ContentDisposition: text("Names the download."),
  SetCookie: text("The session and its CSRF token."),
} as const;

const refTo = (name: keyof typeof answerHeaders): Json => ({ $ref: `#/components/headers/${name}` });

const hasRevision = ({ response }: Operation) => response instanceof ZodObject && "revision" in response.shape;
const setsCookies = ["/api/auth/login", "/api/auth/logout", "/select"];

/** The headers of an operation's success. */
export function successHeaders(operation: Operation): Json {
  const { scope, status, path, idempotent } = operation;
  const downloads = alternativesOf(operation).some((type) => type === "application/x-ndjson" || type === "text/csv");
  return {
    "x-request-id": refTo("RequestId"),
    ...(scope === "project" ? { "x-project-id": refTo("ProjectId") } : {}),
    ...(hasRevision(operation) ? { ETag: refTo("ETag") } : {}),
    ...(status === 201 ? { Location: refTo("Location") } : {}),
    ...(idempotent ? { "idempotency-replayed": refTo("IdempotencyReplayed") } : {}),
    ...(downloads ? { "Content-Disposition": refTo("ContentDisposition") } : {}),
    ...(isMutation(operation) && setsCookies.some((end) => path.endsWith(end))
      ? { "Set-Cookie": refTo("SetCookie") }
      : {}),
  };
}

/** The headers of an error with this status. */
export const errorHeaders = (status: number): Json => ({
  "x-request-id": refTo("RequestId"),
  ...(status === 429 || status === 503 ? { "Retry-After": refTo("RetryAfter") } : {}),
});
