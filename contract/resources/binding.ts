import { z } from "zod";
import { fieldsOf, patchOf } from "../resource-fields.ts";
import { bodyTypes, httpMethods, idempotencyModes, leaveModes } from "../states.ts";
import { anyScope } from "./caller-rules.ts";
import { deliveryRule } from "./delivery.ts";
import { givenLine, givenText, id, owned } from "./fields.ts";

export const toolName = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, "must be 1 to 64 of A-Z a-z 0-9 _ . -");

export const toolAnnotations = z.strictObject({
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});

export const newMcpBinding = z.strictObject({
  functionId: id("fn"),
  toolName,
  title: givenLine(120, 1).nullable().default(null),
  /** Empty: the Function's own. */
  description: givenText(4_000).default(""),
  annotations: toolAnnotations.default({}),
  enabled: z.boolean().default(true),
  /** The scope that an access token needs for it; null: no special one. */
  scope: anyScope.nullable().default(null),
  whenClientLeaves: z.enum(leaveModes).default("auto"),
});

/**
 * The fields of a tool that a person edits. Bindings, manifests, audit events, artifacts and their table all have
 * these.
 */
export const toolFields = fieldsOf(newMcpBinding);
export type ToolFields = z.infer<typeof toolFields>;

export const mcpBinding = z.object({
  ...owned("mcb"),
  endpointId: id("ep"),
  ...toolFields.shape,
  /** Warnings: some clients hide a tool of this name, or a model's API refuses its input. */
  warnings: z.array(z.string()),
});
export type McpBinding = z.infer<typeof mcpBinding>;

export const patchedMcpBinding = patchOf(newMcpBinding).extend({
  /** Changing a tool's name breaks callers, so the user must confirm it. */
  confirmRename: z.boolean().optional(),
});

const letter = String.raw`\p{L}\p{M}\p{N}_`;
const segment = String.raw`(?:[${letter}.~-]+|\{[\p{L}_][${letter}]{0,63}\})`;
export const routePath = z
  .string()
  .max(300)
  // Two spellings of ö make one path.
  .normalize("NFC")
  .regex(
    new RegExp(String.raw`^/(?:${segment}(?:/${segment})*)?$`, "u"),
    "must look like /orders/{orderId}: segments of letters, digits, _ . ~ and -, as they are read and not encoded, or a name in braces",
  )
  .refine((path) => !/(^|\/)\.{1,2}(\/|$)/.test(path), "must not hold . or .. as a segment")
  .refine((path) => !/^\/-(?:\/|$)/.test(path), "must not begin with /-, where an HTTP API describes itself")
  .refine((path) => {
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
    return new Set(names).size === names.length;
  }, "must not use a parameter name twice");

const successStatus = z.number().int().min(200).max(299);
/** The property of the input that holds the whole body; null: its members are merged into the input. */
const bodyProperty = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, "must be a name such as body")
  .nullable();

export const newHttpBinding = z.strictObject({
  functionId: id("fn"),
  method: z.enum(httpMethods),
  path: routePath,
  description: givenText(4_000).default(""),
  enabled: z.boolean().default(true),
  /** As for a tool. */
  scope: anyScope.nullable().default(null),
  successStatus: successStatus.default(200),
  bodyType: z.enum(bodyTypes).default("json"),
  bodyProperty: bodyProperty.default(null),
  idempotency: z.enum(idempotencyModes).default("off"),
  etag: z.boolean().default(false),
  whenClientLeaves: z.enum(leaveModes).default("auto"),
  /** Null: the caller waits for the Function's result. */
  delivery: deliveryRule.nullable().default(null),
});

/** The fields of a route that a person edits, like `toolFields` for a tool. */
export const routeFields = fieldsOf(newHttpBinding);
export type RouteFields = z.infer<typeof routeFields>;

export const httpBinding = z.object({ ...owned("htb"), endpointId: id("ep"), ...routeFields.shape });
export type HttpBinding = z.infer<typeof httpBinding>;

export const patchedHttpBinding = patchOf(newHttpBinding);
