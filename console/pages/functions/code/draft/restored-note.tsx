import { History } from "lucide-react";
import { Button } from "../../../../components/button/button.tsx";
import { Note } from "../../../../components/note.tsx";
import { Time } from "../../../../components/time.tsx";

interface RestoredNoteProps {
  /** When the changes were made, in milliseconds since 1970. */
  at: number;
  onDiscard: () => void;
}

/** Says that the page resumes unsaved changes of an earlier visit. */
export const RestoredNote = ({ at, onDiscard }: RestoredNoteProps) => (
  <div className="mb-3">
    <Note
      role="status"
      tone="warn"
      icon={History}
      action={
        <Button size="sm" onClick={onDiscard}>
          Discard changes
        </Button>
      }
    >
      Your unsaved changes from <Time at={new Date(at).toISOString()} /> were restored.
    </Note>
  </div>
);
