import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";
import type { Issue } from "../../../ground/handler/validation-issues.ts";

const isTruncated = (value: object) => "$truncated" in value && value.$truncated === true;
const masked = "was masked when the call was recorded";
const truncated = "was too large to be recorded whole";

/**
 * The parts of a recorded input that differ from what the caller sent: masked, or truncated because they were too
 * large. Each is named by its path (`input.card.number`).
 */
export function unknownParts(input: unknown): Issue[] {
  const issues: Issue[] = [];
  const open: { path: string; value: unknown }[] = [{ path: "input", value: input }];
  // New finds go to the end of `open`, so the loop visits them too.
  for (const { path, value } of open) {
    if (typeof value === "string" && value.includes(maskMarker)) issues.push({ path, message: masked });
    if (typeof value !== "object" || value === null) continue;
    if (isTruncated(value)) {
      issues.push({ path, message: truncated });
      continue;
    }
    for (const [name, held] of Object.entries(value)) {
      const inner = `${path}.${name.slice(0, 100)}`;
      if (name.includes(maskMarker)) issues.push({ path: inner, message: masked });
      else open.push({ path: inner, value: held });
    }
  }
  return issues;
}
