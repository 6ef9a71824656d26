import type { Issue } from "@ferrule/contract/json-schema/issue.ts";

/** A sentence by which a model can correct what it sent, such as "The arguments do not match the tool's schema". */
export function describeIssues(what: string, issues: readonly Issue[]): string {
  const lines = issues.map(({ path, message }) => `- ${path.replace(/^input\.?/, "") || "arguments"}: ${message}`);
  return `${what}:\n${lines.join("\n")}`;
}
