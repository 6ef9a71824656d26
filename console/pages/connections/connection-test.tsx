import { PlugZap } from "lucide-react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Note } from "../../components/note.tsx";

/** Makes a worker connect, and reports the result. */
export function ConnectionTest({ connection }: { connection: ItemOf<"listConnections"> }) {
  const { id: connectionId, environment } = connection;
  const mayTest = useDisabledReason("testConnection", environment);
  const test = useAction("testConnection");
  return (
    <div className="grid gap-2">
      <div>
        <Button
          icon={PlugZap}
          busy={test.isPending}
          disabledReason={mayTest}
          onClick={() => test.mutate({ params: { connectionId } })}
        >
          Test connection
        </Button>
      </div>
      <div role="status">
        {test.data !== undefined && (
          <Note tone={test.data.ok ? "good" : "bad"}>
            {test.data.message} ({test.data.durationMs} ms)
          </Note>
        )}
      </div>
      {test.error !== null && <ErrorNote error={test.error} />}
    </div>
  );
}
