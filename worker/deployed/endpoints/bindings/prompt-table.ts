import type { ArtifactPrompt } from "@ferrule/contract/internal/artifact.ts";
import { inputArguments } from "@ferrule/contract/mcp-bindings/input-arguments.ts";
import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import type { McpArgument } from "@ferrule/contract/resources/mcp-fields.ts";
import type { CompiledFunction } from "../functions/compile-function.ts";
import { laterMembers, listedAs, type Listed } from "./listed-forms.ts";
import type { Revision } from "./revisions.ts";

/** One enabled prompt. */
export interface CompiledPrompt {
  binding: ArtifactPrompt;
  /** Its name in scopes and rules. */
  target: string;
  /** Null: its messages are kept. */
  called: CompiledFunction | null;
  arguments: readonly McpArgument[];
  /** Its entry in `prompts/list`. */
  listed: Listed;
}

/** The prompts of an MCP endpoint. */
export interface PromptTable {
  /** Sorted by name. */
  all: readonly CompiledPrompt[];
  byName: ReadonlyMap<string, CompiledPrompt>;
}

const listedArgument = ({ name, title, description, required }: McpArgument, revision: Revision) => ({
  name,
  ...laterMembers({ title }, revision),
  ...(description === undefined ? {} : { description }),
  required,
});

function compilePrompt(binding: ArtifactPrompt, called: CompiledFunction | null): CompiledPrompt {
  const { name, description, arguments: own = [] } = binding;
  const given = own.length > 0 || called === null ? own : inputArguments(called.artifact.inputSchema);
  return {
    binding,
    target: targetOf("prompt", name),
    called,
    arguments: given,
    listed: listedAs((revision) => ({
      name,
      ...laterMembers(binding, revision),
      ...(description === "" ? {} : { description }),
      ...(given.length === 0 ? {} : { arguments: given.map((one) => listedArgument(one, revision)) }),
    })),
  };
}

/** Compiles an endpoint's prompts. */
export function compilePrompts(bindings: readonly (readonly [ArtifactPrompt, CompiledFunction | null])[]): PromptTable {
  const all = bindings
    .map(([binding, called]) => compilePrompt(binding, called))
    .sort((a, b) => (a.binding.name < b.binding.name ? -1 : 1));
  return { all, byName: new Map(all.map((one) => [one.binding.name, one])) };
}
