import { PublicError } from "@ferrule/contract/errors.ts";
import { isMutation } from "@ferrule/contract/operation.ts";
import { z, type ZodType } from "zod";
import type { Exchange } from "./exchange.ts";
import { checkTurns } from "../../../ground/handler/check-turns.ts";
import { smallText } from "@ferrule/kit/turns/thread-turns.ts";
import { parseBody, readBytes, requireStream } from "./read-body.ts";
import { validationError, validationIssues, type Issue } from "../../../ground/handler/validation-issues.ts";

const nothing = z.strictObject({});
const noBody = nothing.prefault({});
const etagPattern = /^(?:W\/)?"(\d{1,9})"$/;
const keyPattern = /^[\x21-\x7e]{1,255}$/;

function check(schema: ZodType, value: unknown, prefix: string, issues: Issue[]): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  issues.push(...validationIssues(result.error, prefix));
  return undefined;
}

/** `If-Match` names a revision, or is `*`, which matches anything that exists (RFC 9110 section 13.1.1). */
function readIfMatch({ operation, request }: Exchange, issues: Issue[]): number | null {
  const header = request.headers["if-match"];
  if (operation.ifMatch !== true || header === undefined || header.trim() === "*") return null;
  const revision = etagPattern.exec(header.trim())?.[1];
  if (revision === undefined) issues.push({ path: "headers.if-match", message: "must be one ETag of this resource" });
  return revision === undefined ? null : Number(revision);
}

function readIdempotencyKey({ operation, request }: Exchange, issues: Issue[]): string | null {
  const header = request.headers["idempotency-key"];
  if (operation.idempotent !== true || header === undefined) return null;
  if (typeof header === "string" && keyPattern.test(header)) return header;
  issues.push({ path: "headers.idempotency-key", message: "must be 1 to 255 visible ASCII characters" });
  return null;
}

const hasNul = (value: unknown): boolean => {
  const values: unknown[] = Object.values(value as Record<string, unknown>);
  return values.some((entry) => String(entry).includes("\0"));
};

/**
 * Step 6: checks the request against the operation's schemas and reports every problem at once. If a path parameter
 * cannot be an identifier, no such thing exists: 404.
 */
export async function validate(exchange: Exchange): Promise<void> {
  const { operation, request } = exchange;
  if (operation.stream !== undefined) requireStream(request.raw, operation.stream);
  const isRead = isMutation(operation) && operation.stream === undefined;
  const bytes = isRead ? await readBytes(request.raw, operation.bodyLimitBytes) : Buffer.alloc(0);
  const payer = { projectId: exchange.project?.id ?? "", tenantId: exchange.actor?.userId ?? exchange.ip ?? "" };
  if (bytes.length <= smallText) checkAll(exchange, bytes);
  else await checkTurns.run(payer, () => checkAll(exchange, bytes));
}

function checkAll(exchange: Exchange, bytes: Buffer): void {
  const { operation, request } = exchange;
  const body = parseBody(request.raw, bytes);
  const issues: Issue[] = [];
  if (hasNul(request.query)) issues.push({ path: "query", message: "must not contain NUL" });
  exchange.query = check(operation.query ?? nothing, request.query, "query", issues);
  exchange.body = check(operation.body ?? noBody, body, "body", issues);
  exchange.ifMatch = readIfMatch(exchange, issues);
  exchange.idempotencyKey = readIdempotencyKey(exchange, issues);
  if (issues.length > 0) throw validationError(issues);
  const params = (operation.params ?? nothing).safeParse(request.params);
  if (!params.success || hasNul(request.params)) throw new PublicError("NOT_FOUND");
  exchange.params = params.data;
}
