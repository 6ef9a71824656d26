import { fieldsJson } from "./frame-json.ts";
import { FunctionError } from "./function-error.ts";
import { freeze, isArray, jsonStringify, TypeErrorCtor, Uint8ArrayCtor } from "./primordials.ts";
import type { RunAttempt, StoredStep } from "./run/attempt.ts";
import { elicit, type Askable } from "./run/elicit.ts";
import { request } from "./requests.ts";

/** The value that `ctx.mcp.content` returns: content blocks that become the tool's result unchanged. */
export class McpContent {
  readonly #json: string;
  constructor(json: string) {
    this.#json = json;
  }
  static jsonOf(value: unknown): string | undefined {
    return typeof value === "object" && value !== null && #json in value ? value.#json : undefined;
  }
}

class CapabilityError extends FunctionError {
  readonly #capability: string;
  constructor(capability: string) {
    super("CAPABILITY_REQUIRED", `The client does not have the capability "${capability}" that this tool needs.`, {
      status: 400,
    });
    this.#capability = capability;
  }
  static of(value: object): string | undefined {
    return #capability in value ? value.#capability : undefined;
  }
}

export const contentOf = McpContent.jsonOf;
export const requiredCapability = CapabilityError.of;

export interface McpFacts {
  clientInfo: { name: string; version: string } | null;
  capabilities: Record<string, unknown>;
  progress: boolean;
  /** Set if the client reads a resource. */
  uri?: string;
  /** What the client can ask its person; absent: nothing. */
  asks?: Askable;
  /** Steps and answers from before the questions of this call were answered. */
  steps?: StoredStep[];
}

const nothing: Askable = freeze({ form: false, url: false, lists: false });

const blockTypes: Record<string, true> = {
  __proto__: null,
  text: true,
  image: true,
  audio: true,
  resource_link: true,
  resource: true,
} as never;

/** `ctx.mcp.changed`, and `ctx.resourceChanged` outside MCP: tells listeners that the resource at a URI has changed. */
export async function changed(uri: string): Promise<void> {
  await request("mcp.changed", fieldsJson({ uri })).answer;
}

const bytesOf = (value: unknown): Uint8Array | undefined => {
  if (value instanceof ArrayBuffer) return new Uint8ArrayCtor(value);
  return ArrayBuffer.isView(value) ? new Uint8ArrayCtor(value.buffer, value.byteOffset, value.byteLength) : undefined;
};

const contentFor = (value: unknown): unknown => {
  const bytes = bytesOf(value);
  return bytes === undefined ? value : { blob: bytes.toBase64() };
};

/** What a Function returned, with bytes as base64. */
export const withoutBytes = (value: unknown): unknown => bytesOf(value)?.toBase64() ?? value;

/** What a Function returned for a resource, with bytes in the form that JSON can carry. */
export function contentsOf(value: unknown): unknown {
  if (!isArray(value)) return contentFor(value);
  const contents: unknown[] = [];
  for (let at = 0; at < value.length; at++) contents[at] = contentFor(value[at]);
  return contents;
}

/** `ctx.mcp`, for calls from MCP clients only. `attemptOf` begins the attempt of the call, on first use. */
export function createMcp(facts: McpFacts, attemptOf: () => RunAttempt) {
  return {
    clientInfo: facts.clientInfo,
    uri: facts.uri,
    content(blocks: unknown): McpContent {
      const list = isArray(blocks) ? blocks : [blocks];
      for (let i = 0; i < list.length; i++) {
        const type = (list[i] as { type?: unknown } | null)?.type;
        if (typeof type !== "string" || blockTypes[type] !== true) {
          throw new TypeErrorCtor(
            `Content block ${i} must have a type: text, image, audio, resource_link or resource.`,
          );
        }
      }
      return new McpContent(jsonStringify(list));
    },
    changed,
    elicit: (question?: object) => elicit(attemptOf, facts.asks ?? nothing, question),
    requireCapability(name: string): void {
      if (facts.capabilities[name] === undefined) throw new CapabilityError(name);
    },
  };
}
