import type { ArtifactEndpoint, ArtifactTool, JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { CompiledFunction } from "../functions/compile-function.ts";
import { listedInput } from "@ferrule/contract/mcp/listed-input.ts";
import { listedOutput, outputSchemaOf, type ListedOutput } from "@ferrule/contract/mcp/listed-output.ts";
import { laterMembers } from "./listed-forms.ts";
import { paramHeadersOf } from "./param-headers.ts";
import type { PromptTable } from "./prompt-table.ts";
import type { ResourceTable } from "./resource-table.ts";
import {
  isEarly,
  legacyRevisions,
  modernRevision,
  serverInfoKey,
  supportedRevisions,
  type LegacyRevision,
  type Revision,
} from "./revisions.ts";

/** One enabled MCP binding, ready for listing and calls. */
export interface CompiledTool {
  binding: ArtifactTool;
  called: CompiledFunction;
  /** Its entry in `tools/list`. */
  listed: Record<Revision, string>;
  /**
   * The same for a tool whose calls may become runs. It has no schema of its output: while a run has not ended, its call
   * has no structured content, which the schema would promise (MCP 2025-06-18, Tools, "Output Schema"). At 2025-11-25, it
   * says that a call may be a task (Tasks, "Tool-Level Negotiation").
   */
  listedAsRun: Record<Revision, string>;
  paramHeaders: ReturnType<typeof paramHeadersOf>;
  /** Whether its results are wrapped before 2026-07-28. */
  isWrapped: ListedOutput["isWrapped"];
}

/** The JSON of a result before and after its `capabilities`, which depend on the caller. */
export interface Handshake {
  before: string;
  after: string;
}

const around = (before: object, after: object): Handshake => ({
  before: `${JSON.stringify(before).slice(0, -1)},"capabilities":`,
  after: `,${JSON.stringify(after).slice(1)}`,
});

/** What an MCP endpoint of an artifact offers. Responses that do not depend on the call are made once. */
export interface ToolTable {
  /** By name. */
  tools: ReadonlyMap<string, CompiledTool>;
  /** Whether it drops arguments that a tool does not know. */
  ignoresUnknown: boolean;
  /** Sorted by name, so that lists are equal on every replica. */
  sorted: readonly CompiledTool[];
  resources: ResourceTable;
  prompts: PromptTable;
  /** First pages for callers that may call everything, made on first use, by the policy's rules for approvals. */
  lists: WeakMap<object, Map<Revision, string>>;
  /** The results of `initialize` and `server/discover`, before and after the capabilities. */
  handshakes: Record<Revision, Handshake>;
  /** The `_meta` at the end of each result in the modern revision: `,"_meta":{…}}`. */
  modernEnd: string;
}

/**
 * How long a client of the modern revision may cache a list; it is short, because a deployment changes the list without
 * notice.
 */
export const listTtlMs = 5_000;

/** The schemas of a Function, in the forms of all revisions. */
interface ListedSchemas {
  input: JsonSchema;
  /** In the current revision's form. */
  output: JsonSchema | null;
  earlier: ListedOutput;
}

function entryOf(
  binding: ArtifactTool,
  { input, output, earlier }: ListedSchemas,
  revision: Revision,
  execution?: object,
): string {
  const { annotations, title } = binding;
  const old = isEarly(revision);
  // Before 2025-06-18, the title was one of the annotations. Before 2025-03-26 there were none.
  const hints = revision === "2024-11-05" ? {} : old && title !== null ? { title, ...annotations } : annotations;
  const outputSchema = old ? null : revision === "2026-07-28" ? output : earlier.schema;
  return JSON.stringify({
    name: binding.toolName,
    ...laterMembers(binding, revision),
    description: binding.description,
    inputSchema: input,
    ...(outputSchema === null ? {} : { outputSchema }),
    ...(Object.keys(hints).length === 0 ? {} : { annotations: hints }),
    ...(execution === undefined || revision !== "2025-11-25" ? {} : { execution }),
  });
}

/**
 * The compiled tools of Functions in service, by the binding's text: a deployment usually changes one of a thousand.
 */
const compiledTools = new WeakMap<CompiledFunction, Map<string, CompiledTool>>();
/** A Function has a few bindings at most. Its earlier ones must not accumulate. */
const mostBindings = 16;

function compileTool(binding: ArtifactTool, called: CompiledFunction): CompiledTool {
  const known = compiledTools.get(called) ?? new Map<string, CompiledTool>();
  const text = JSON.stringify(binding);
  const found = known.get(text);
  if (found !== undefined) return found;
  const { inputSchema, outputSchema } = called.artifact;
  const earlier = listedOutput(outputSchema);
  const output = outputSchema === null ? null : outputSchemaOf(outputSchema);
  const schemas = { input: listedInput(inputSchema), output, earlier };
  const listedAs = (shown: ListedSchemas, execution?: object) =>
    Object.fromEntries(
      supportedRevisions.map((revision) => [revision, entryOf(binding, shown, revision, execution)]),
    ) as Record<Revision, string>;
  const listed = listedAs(schemas);
  const outputless = { ...schemas, output: null, earlier: { ...earlier, schema: null } };
  const taskLike = { taskSupport: "optional" };
  const listedAsRun =
    output === null
      ? { ...listed, "2025-11-25": entryOf(binding, outputless, "2025-11-25", taskLike) }
      : listedAs(outputless, taskLike);
  const { isWrapped } = earlier;
  const compiled = {
    binding,
    called,
    listed,
    listedAsRun,
    paramHeaders: paramHeadersOf(inputSchema),
    isWrapped,
  };
  if (known.size >= mostBindings) known.clear();
  compiledTools.set(called, known.set(text, compiled));
  return compiled;
}

/** Compiles an endpoint's tool list and handshakes once, for every revision. */
export function compileTools(
  endpoint: ArtifactEndpoint,
  digest: string,
  bindings: readonly (readonly [ArtifactTool, CompiledFunction])[],
  { resources, prompts }: Pick<ToolTable, "resources" | "prompts">,
): ToolTable {
  const sorted = bindings
    .map(([binding, called]) => compileTool(binding, called))
    .sort((a, b) => (a.binding.toolName < b.binding.toolName ? -1 : 1));
  const named = { name: endpoint.slug, version: digest.slice(0, 12) };
  const titled = { ...named, title: endpoint.name };
  const described = endpoint.description === "" ? titled : { ...titled, description: endpoint.description };
  const instructions = endpoint.instructions === "" ? {} : { instructions: endpoint.instructions };
  const serverInfo: Record<LegacyRevision, object> = {
    "2024-11-05": named,
    "2025-03-26": named,
    "2025-06-18": titled,
    "2025-11-25": described,
  };
  const legacy = legacyRevisions.map((protocolVersion) => {
    const end = { serverInfo: serverInfo[protocolVersion], ...instructions };
    return [protocolVersion, around({ protocolVersion }, end)] as const;
  });
  const modernMeta = { [serverInfoKey]: described };
  const discovered = { ...instructions, ttlMs: listTtlMs, cacheScope: "private", _meta: modernMeta };
  const modern = around({ resultType: "complete", supportedVersions: supportedRevisions }, discovered);
  return {
    tools: new Map(sorted.map((tool) => [tool.binding.toolName, tool])),
    ignoresUnknown: endpoint.unknownArguments === "ignore",
    sorted,
    resources,
    prompts,
    lists: new WeakMap(),
    handshakes: { ...(Object.fromEntries(legacy) as Record<LegacyRevision, Handshake>), [modernRevision]: modern },
    modernEnd: `,"_meta":${JSON.stringify(modernMeta)}}`,
  };
}
