import { z } from "zod";
import { fieldsOf, patchOf } from "../resource-fields.ts";
import { bodyTypes, httpMethods, idempotencyModes, leaveModes, mcpBindingKinds, mcpRoles } from "../states.ts";
import { anyScope } from "./caller-rules.ts";
import { deliveryRule } from "./delivery.ts";
import { givenLine, givenText, id, owned } from "./fields.ts";
import { mcpArgument, mcpContent, mcpIcon, mimeType, promptMessage, resourceUri, toolName } from "./mcp-fields.ts";

export const toolAnnotations = z.strictObject({
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});

/** What a binding of an MCP Endpoint has, whatever it offers. `mcpBindingProblems` says what each kind needs of it. */
export const newMcpBinding = z.strictObject({
  kind: z.enum(mcpBindingKinds).default("tool"),
  /** A tool has one. A resource has a Function or a content, a prompt a Function or messages. */
  functionId: id("fn").nullable().default(null),
  /** The name of the tool, the resource or the prompt: unique among those of its kind on the endpoint. */
  toolName,
  title: givenLine(120, 1).nullable().default(null),
  /** Empty: the Function's own. */
  description: givenText(4_000).default(""),
  /** Hints of a tool. */
  annotations: toolAnnotations.default({}),
  enabled: z.boolean().default(true),
  /** The scope that an access token needs for it; null: no special one. */
  scope: anyScope.nullable().default(null),
  whenClientLeaves: z.enum(leaveModes).default("auto"),
  icons: z.array(mcpIcon).max(10).default([]),
  /** Of a resource. */
  uri: resourceUri.nullable().default(null),
  /** Of a resource; null: `text/plain` for a kept text, otherwise what the Function says. */
  mimeType: mimeType.nullable().default(null),
  /** A resource that the Project keeps. */
  content: mcpContent.nullable().default(null),
  /** A prompt that the Project keeps. */
  messages: z.array(promptMessage).min(1).max(100).nullable().default(null),
  /** Of a prompt; or the variables of a URI template. */
  arguments: z.array(mcpArgument).max(50).default([]),
  /** For whom a resource is (MCP 2025-11-25, Annotations); empty: not said. */
  audience: z.array(z.enum(mcpRoles)).max(2).default([]),
  /** How important a resource is, from 0 to 1; null: not said. */
  priority: z.number().min(0).max(1).nullable().default(null),
});

const { shape } = newMcpBinding;
const offered = newMcpBinding.pick({
  title: true,
  description: true,
  enabled: true,
  scope: true,
  whenClientLeaves: true,
  icons: true,
});

/** The body of a tool alone. */
export const newTool = offered.extend({ functionId: id("fn"), toolName, annotations: shape.annotations });
/** The body of a resource alone. */
export const newResource = offered.extend({
  functionId: shape.functionId,
  name: toolName,
  uri: resourceUri,
  mimeType: shape.mimeType,
  content: shape.content,
  arguments: shape.arguments,
  audience: shape.audience,
  priority: shape.priority,
});
/** The body of a prompt alone. */
export const newPrompt = offered.extend({
  functionId: shape.functionId,
  name: toolName,
  messages: shape.messages,
  arguments: shape.arguments,
});

/**
 * The fields of a tool that a person edits. Bindings, manifests, audit events, artifacts and their table all have
 * these.
 */
export const toolFields = fieldsOf(newTool);
export type ToolFields = z.infer<typeof toolFields>;
/** The same of a resource. */
export const resourceFields = fieldsOf(newResource);
export type ResourceFields = z.infer<typeof resourceFields>;
/** The same of a prompt. */
export const promptFields = fieldsOf(newPrompt);
export type PromptFields = z.infer<typeof promptFields>;

/** The fields of a binding of any kind, as they are stored and shown. */
export const mcpFields = fieldsOf(newMcpBinding);
export type McpFields = z.infer<typeof mcpFields>;

export const mcpBinding = z.object({
  ...owned("mcb"),
  endpointId: id("ep"),
  ...mcpFields.shape,
  /** Only a read of one binding has it. */
  content: mcpContent.nullable().optional(),
  /** The bytes of the content; null: it has none. */
  contentSize: z.number().int().nullable(),
  /** Warnings: some clients hide a tool of this name, or a model's API refuses its input. */
  warnings: z.array(z.string()),
});
export type McpBinding = z.infer<typeof mcpBinding>;

/** What the Project keeps of a resource or a prompt. Both are null where a Function returns it, and for a tool. */
export const keptContent = z.object({
  content: mcpContent.nullable(),
  messages: z.array(promptMessage).nullable(),
});

export const patchedMcpBinding = patchOf(newMcpBinding.omit({ kind: true })).extend({
  /** Changing a name or a resource's URI breaks callers, so the user must confirm it. */
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
