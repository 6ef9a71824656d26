import type { McpBindingKind } from "../states.ts";

/**
 * What a binding of an MCP Endpoint is called in scopes of keys, rules, `permissions`, approvals and previews: a tool by
 * its bare name, others as `resource:NAME` and `prompt:NAME`. A name has no colon, so no two of them look the same.
 */
export const targetOf = (kind: McpBindingKind, name: string): string => (kind === "tool" ? name : `${kind}:${name}`);

/** Whether a text can be what `targetOf` returns. */
export const isTarget = (text: string): boolean => /^(?:resource:|prompt:)?[A-Za-z0-9_.-]{1,64}$/.test(text);
