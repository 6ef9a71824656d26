import { weakenedApprovals } from "@ferrule/contract/permissions/weakened-approvals.ts";
import type { ApprovalRule } from "@ferrule/contract/resources/approval.ts";
import { TriangleAlert } from "lucide-react";
import { Note } from "../../../../components/note.tsx";

interface WeakenedNoteProps {
  before: readonly ApprovalRule[];
  after: readonly ApprovalRule[];
}

/** Warns of the tools or routes whose calls would go on with less approval than now. */
export function WeakenedNote({ before, after }: WeakenedNoteProps) {
  const weakened = weakenedApprovals(before, after);
  if (weakened.length === 0) return null;
  return (
    <Note tone="warn" icon={TriangleAlert} role="status" title="Calls may need less approval than now">
      <span className="break-words">
        {weakened.map((name) => (name === "*" ? "all that no rule names" : name)).join(", ")}
      </span>
    </Note>
  );
}
