import { TriangleAlert } from "lucide-react";
import { Note } from "../../../../components/note.tsx";

/** Warns of the tools or routes whose calls would go on with less approval than now. `*`: all that no rule names. */
export const WeakenedNote = ({ names }: { names: readonly string[] }) => (
  <Note tone="warn" icon={TriangleAlert} role="status" title="Calls may need less approval than now">
    <span className="break-words">
      {names.map((name) => (name === "*" ? "all that no rule names" : name)).join(", ")}
    </span>
  </Note>
);
