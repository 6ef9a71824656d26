import type { ReactNode } from "react";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { bytes, count, duration } from "../../components/format.ts";
import { SkeletonRows } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";

type Status = AnswerOf<"getStatus">;
interface Role {
  id: string;
  version: string;
  status: "up" | "lost";
  lastSeenAt: string;
}

const Roles = ({
  title,
  roles,
  detail,
}: {
  title: string;
  roles: readonly Role[];
  detail?: (id: string) => ReactNode;
}) => (
  <Card title={`${title} · ${roles.length}`}>
    {roles.length === 0 ? (
      <p className="text-sm text-muted">None has reported yet.</p>
    ) : (
      <ul className="grid gap-2 text-sm">
        {roles.map(({ id, version, status, lastSeenAt }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <Badge tone={status === "up" ? "good" : "bad"}>{status === "up" ? "Up" : "Lost"}</Badge>
            <span className="min-w-0 font-mono text-xs break-all">{id}</span>
            <span className="text-muted">{version}</span>
            {detail?.(id)}
            {status === "lost" && (
              <span className="text-muted">
                last heard of <Time at={lastSeenAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const waitingText = ({ waiting, running, oldestMs }: Status["queues"]["jobs"]): string =>
  `${count(waiting)} waiting, ${count(running)} running${oldestMs > 1_000 ? `, the oldest for ${duration(oldestMs)}` : ""}`;

const workerText = ({ running, capacity, waiting, behind }: Status["workers"][number]): string =>
  `${count(running)} of ${count(capacity)} slots, ${count(waiting)} waiting` +
  (behind === null || behind === 0 ? "" : `, ${count(behind)} changes behind`);

function ArchiveCard({ archive }: { archive: NonNullable<Status["archive"]> }) {
  const { lastDay, executions, objects, bytes: size, failure } = archive;
  return (
    <Card title="Archive of executions">
      <Facts
        items={[
          ["Latest day", lastDay ?? "None yet"],
          ["Executions", count(executions)],
          ["Size", `${bytes(size)} in ${count(objects)} objects`],
          ...(failure === null
            ? []
            : [["Failing", `${failure.message} ${count(failure.attempts)} times in a row.`] as const]),
        ]}
      />
    </Card>
  );
}

function QueuesCard({ queues }: Pick<Status, "queues">) {
  return (
    <Card title="Queues">
      <Facts
        items={[
          ["Builds and tests", waitingText(queues.jobs)],
          ["Crons", waitingText(queues.crons)],
          ["Deliveries", waitingText(queues.deliveries)],
          ["Durable runs", waitingText(queues.runs)],
          ["Audit events to seal", count(queues.unsealedAuditEvents)],
        ]}
      />
    </Card>
  );
}

/** The roles of the installation, its queues, and its latest errors. */
export function StatusTab() {
  const { data, error, refetch } = useOperation("getStatus", {}, { refetchInterval: 5_000 });
  if (error && data === undefined) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={8} />;
  const { queues, database } = data;
  const workers = new Map(data.workers.map((worker) => [worker.id, worker]));
  const workerDetail = (id: string) => {
    const worker = workers.get(id);
    return worker && <span className="text-muted">{workerText(worker)}</span>;
  };
  return (
    <div className="grid gap-4">
      <Roles title="Gateways" roles={data.gateways} />
      <Roles title="Control planes" roles={data.controlPlanes} />
      <Roles title="Workers" roles={data.workers} detail={workerDetail} />
      <QueuesCard queues={queues} />
      <Card title="Database">
        <Facts
          items={[
            ["PostgreSQL", database.version],
            ["Size", bytes(database.sizeBytes)],
            ["Connections", count(database.connections)],
            ["Answers within", duration(database.pingMs)],
          ]}
        />
      </Card>
      {data.archive !== null && <ArchiveCard archive={data.archive} />}
      <Card title="Latest errors">
        {data.errors.length === 0 ? (
          <p className="text-sm text-muted">No role has logged an error since it started.</p>
        ) : (
          <ul className="grid gap-2 text-sm">
            {data.errors.map(({ at, role, id, message }) => (
              <li key={`${id} ${at} ${message}`} className="grid grid-cols-1 gap-x-2 sm:grid-cols-[6rem_1fr]">
                <span className="text-muted">
                  <Time at={at} />
                </span>
                <span className="min-w-0">
                  <span className="break-words">{message}</span>{" "}
                  <span className="font-mono text-xs break-all text-muted">
                    {role} {id}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
