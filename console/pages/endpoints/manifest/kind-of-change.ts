import type { AnswerOf } from "../../../api/use-operation.ts";

type Plan = AnswerOf<"previewManifest">;

const kinds: Record<Plan["changes"][number]["kind"], string> = {
  library: "Library",
  "data-collection": "Collection",
  "data-collection-grant": "Grant",
  function: "Function",
  "runtime-endpoint": "Endpoint",
  "mcp-binding": "Tool",
  "http-binding": "Route",
  "auth-policy": "Policy",
};
/** What a change of a plan concerns. The name of a binding says whether it is a resource or a prompt. */
export function kindOfChange({ kind, name }: Pick<Plan["changes"][number], "kind" | "name">): string {
  const [, own] = kind === "mcp-binding" ? (/(?:^|[: /])(resource|prompt):/.exec(name) ?? []) : [];
  return own === undefined ? kinds[kind] : own === "resource" ? "Resource" : "Prompt";
}
