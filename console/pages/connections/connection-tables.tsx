import { RefreshCw } from "lucide-react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Mono } from "../../components/mono.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { counted } from "../../components/format.ts";
import { Time } from "../../components/time.tsx";

type Connection = Pick<ItemOf<"listConnections">, "id" | "environment">;

/** A database's tables and columns as of the last reading, with a button to read them again. */
export function ConnectionTables({ connection }: { connection: Connection }) {
  const { id: connectionId, environment } = connection;
  const schema = useOperation("getConnectionSchema", { params: { connectionId } });
  const mayRead = useDisabledReason("updateConnectionSchema", environment);
  const read = useAction("updateConnectionSchema");
  const { tables = [], readAt = null, truncated = false } = schema.data ?? {};
  return (
    <section aria-label="Tables" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-muted">
          {readAt === null ? (
            "Read the tables to see them here, and to have types for their rows."
          ) : (
            <>
              {counted(tables.length, "table", "tables")}, read <Time at={readAt} />
              {truncated && ". There are more than are shown."}
            </>
          )}
        </p>
        <Button
          size="sm"
          icon={RefreshCw}
          busy={read.isPending}
          disabledReason={mayRead}
          onClick={() => read.mutate({ params: { connectionId } })}
        >
          {readAt === null ? "Read tables" : "Read again"}
        </Button>
      </div>
      {read.error !== null && <ErrorNote error={read.error} />}
      {schema.error !== null && <ErrorNote error={schema.error} />}
      <ul className="grid gap-1">
        {tables.map(({ name, kind, columns }) => (
          <li key={name}>
            <details className="rounded-md border border-line">
              <summary className="cursor-pointer px-2 py-1 text-sm">
                <Mono>{name}</Mono> {kind === "view" && <span className="ml-1 text-xs text-muted">view</span>}
              </summary>
              <ul className="grid gap-0.5 border-t border-line px-2 py-1.5">
                {columns.map((column) => (
                  <li key={column.name} className="flex justify-between gap-3 text-xs">
                    <code className="font-mono break-all">{column.name}</code>
                    <span className="text-right text-muted">
                      {column.type}
                      {column.nullable && ", null"}
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
