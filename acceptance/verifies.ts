import type { RequirementId } from "./requirements.ts";

/** Names the requirements that a test verifies; `coverage.test.ts` reads these citations from the source. */
export function verifies(...ids: RequirementId[]): RequirementId[] {
  return ids;
}
