import { targetParts } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { Badge } from "../badge.tsx";

const words = { tool: null, resource: "Resource", prompt: "Prompt" } as const;

/** What a scope, a rule or a call names, as people read it: a resource or a prompt says so, a tool or a route does not. */
export function TargetName({ target }: { target: string }) {
  const { kind, name } = targetParts(target);
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
      {words[kind] !== null && <Badge>{words[kind]}</Badge>}
      <code className="truncate font-mono text-xs">{name}</code>
    </span>
  );
}
