import { useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { userSource } from "../../../api/pick-sources.ts";
import { useMe } from "../../../api/session.ts";
import { useAction } from "../../../api/use-action.ts";
import { announce } from "../../../components/announce.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Picker } from "../../../components/choose/picker.tsx";
import { inputClass } from "../../../components/input-class.ts";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import type { ErrorGroup } from "./error-group.ts";

interface NoteFormProps {
  note: string;
  /** Why the user may not change it; null when they may. */
  forbidden: string | null;
  onSave: (note: string) => void;
}

function NoteForm({ note, forbidden, onSave }: NoteFormProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === null) return;
        onSave(typed);
        setTyped(null);
      }}
    >
      <label className="grid gap-1.5">
        <span className="font-medium">Note</span>
        <textarea
          className={`${inputClass} h-auto min-h-20 py-1.5`}
          value={typed ?? note}
          maxLength={4_000}
          disabled={forbidden !== null}
          placeholder="What is known, and what to do"
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      {typed !== null && typed !== note && (
        <Button type="submit" size="sm" kind="primary">
          Save note
        </Button>
      )}
    </form>
  );
}

/** Who looks after an error, and what people noted. */
export function ErrorPeople({ group }: { group: ErrorGroup }) {
  const { id, environment, assignee, note } = group;
  const { user } = useMe();
  const update = useAction("updateExecutionGroup", { onSuccess: () => announce("Saved") });
  const forbidden = useDisabledReason("updateExecutionGroup", environment);
  const mayList = useDisabledReason("listUsers") === null;
  const send = (body: Parameters<typeof update.mutate>[0]["body"]) =>
    update.mutate({ params: { groupId: id }, query: { environment }, body });
  const isMine = assignee?.id === user.id;
  return (
    <Card title="Who looks after it">
      <div className="grid gap-3 text-sm">
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 break-words">{assignee?.email ?? "Nobody yet."}</span>
          {!isMine && (
            <Button
              size="sm"
              busy={update.isPending}
              disabledReason={forbidden}
              onClick={() => send({ assigneeId: user.id })}
            >
              Assign to me
            </Button>
          )}
          {assignee !== null && (
            <Button size="sm" kind="quiet" disabledReason={forbidden} onClick={() => send({ assigneeId: null })}>
              Unassign
            </Button>
          )}
          {mayList && forbidden === null && (
            <Picker
              source={userSource}
              value={assignee?.id ?? null}
              onChange={(assigneeId) => send({ assigneeId })}
              aria-label="Search users"
              placeholder="Search"
              trigger={
                <Button size="sm" aria-label="Assign to…">
                  Assign to…
                </Button>
              }
            />
          )}
        </div>
        <NoteForm note={note} forbidden={forbidden} onSave={(text) => send({ note: text })} />
        {update.error && <ErrorNote error={update.error} />}
      </div>
    </Card>
  );
}
