import type { McpBindingKind } from "../states.ts";

/**
 * What a binding of an MCP Endpoint is called in scopes of keys, rules, `permissions`, approvals and previews: a tool by
 * its bare name, others as `resource:NAME` and `prompt:NAME`. A name has no colon, so no two of them look the same.
 */
export const targetOf = (kind: McpBindingKind, name: string): string => (kind === "tool" ? name : `${kind}:${name}`);

/** Whether a text can be what `targetOf` returns. */
export const isTarget = (text: string): boolean => /^(?:resource:|prompt:)?[A-Za-z0-9_.-]{1,64}$/.test(text);

/** The parts of what `targetOf` returns. Any other text, such as that of a route, counts as the name of a tool. */
export function targetParts(target: string): { kind: McpBindingKind; name: string } {
  const [, kind, name] = /^(resource|prompt):([A-Za-z0-9_.-]{1,64})$/.exec(target) ?? [];
  return name === undefined ? { kind: "tool", name: target } : { kind: kind as McpBindingKind, name };
}

/** What `targetOf` returns, in words: `look_up`, `the resource handbook`, `the prompt review`. */
export function targetText(target: string): string {
  const { kind, name } = targetParts(target);
  return kind === "tool" ? name : `the ${kind} ${name}`;
}
