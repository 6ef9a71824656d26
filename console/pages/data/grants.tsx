import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Combobox } from "../../components/combobox.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Select } from "../../components/select.tsx";
import { EmptyState } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";
import { environmentNames } from "../../shell/environment-names.ts";
import { useEnvironment } from "../../shell/environment.ts";

type Collection = AnswerOf<"getDataCollection">;
type Grant = Collection["grants"][number];
type Access = Grant["access"];

const accessWords: Record<Access, string> = { read: "read", write: "write", "read-write": "read and write" };
const accessChoices = Object.entries(accessWords).map(([value, label]) => ({ value: value as Access, label }));
const changes = ["listDataCollections"] as const;

/** Functions and endpoints by what a grant calls them. */
function useSubjects() {
  const functions = useOperation("listFunctions", { query: { limit: 200 } }, { staleTime: 30_000 });
  const endpoints = useOperation("listRuntimeEndpoints", { query: { limit: 200 } }, { staleTime: 30_000 });
  return [
    ...(functions.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name, detail: "Function" })),
    ...(endpoints.data?.items ?? []).map(({ id, name }) => ({
      value: id,
      label: name,
      detail: "every call through this endpoint",
    })),
  ];
}

/** Which Functions and endpoints may read or write the records of each environment; holds at once. */
export function Grants({ collection: { id: collectionId, name, grants } }: { collection: Collection }) {
  const environment = useEnvironment();
  const subjects = useSubjects();
  const [subject, setSubject] = useState<string | null>(null);
  const [access, setAccess] = useState<Access>("read-write");
  const [revoked, setRevoked] = useState<Grant | null>(null);
  const forbidden = useDisabledReason("replaceDataCollectionGrant");
  const mayRevoke = useDisabledReason("deleteDataCollectionGrant");
  const nameOf = (id: string) => subjects.find(({ value }) => value === id)?.label ?? id;
  const grant = useAction("replaceDataCollectionGrant", {
    changes,
    onSuccess: () => {
      toast("Granted", "It holds for the next call.");
      setSubject(null);
    },
  });
  const revoke = useAction("deleteDataCollectionGrant", { changes, onSuccess: () => setRevoked(null) });
  return (
    <Card title="Who may use it" flush>
      <p className="px-4 pb-3 text-sm text-muted">
        A Function also declares the collection, and the policy of its endpoint allows it. A grant holds at once,
        without a deployment.
      </p>
      {grants.length === 0 ? (
        <div className="px-4 pb-4">
          <EmptyState icon={ShieldCheck} title="Nobody may use it yet">
            Grant it to a Function, or to all calls through an endpoint.
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Grants">
          {grants.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-sm"
            >
              <span className="min-w-0 flex-1">
                <span className="font-medium">{nameOf(one.subject.id)}</span>{" "}
                <span className="text-muted">
                  {one.subject.kind === "endpoint" && "(every call through it) "}may {accessWords[one.access]}
                </span>
              </span>
              <EnvironmentBadge environment={one.environment} />
              <Button size="sm" disabledReason={mayRevoke} onClick={() => setRevoked(one)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (subject === null) return;
          const kind = subject.startsWith("fn_") ? "function" : "endpoint";
          grant.mutate({ params: { collectionId }, body: { subject: { kind, id: subject }, access, environment } });
        }}
      >
        <span className="w-60 max-w-full">
          <Combobox
            aria-label="Function or endpoint"
            placeholder="Function or endpoint"
            value={subject}
            choices={subjects}
            onChange={setSubject}
          />
        </span>
        <span className="w-40">
          <Select size="sm" aria-label="Access" value={access} choices={accessChoices} onChange={setAccess} />
        </span>
        <Button
          type="submit"
          size="sm"
          kind={environment === "production" ? "production" : "primary"}
          busy={grant.isPending}
          disabledReason={forbidden ?? (subject === null ? "Choose a Function or an endpoint." : null)}
        >
          Grant in {environmentNames[environment]}
        </Button>
      </form>
      {grant.error && (
        <div className="px-4 pb-4">
          <ErrorNote error={grant.error} />
        </div>
      )}
      {revoked && (
        <ConfirmDialog
          open
          onClose={() => setRevoked(null)}
          title={`Revoke ${name} from ${nameOf(revoked.subject.id)}?`}
          consequences={[
            `Its next call in ${environmentNames[revoked.environment]} that touches ${name} fails with NOT_GRANTED.`,
          ]}
          confirmLabel="Revoke"
          kind={revoked.environment === "production" ? "production" : "danger"}
          busy={revoke.isPending}
          error={revoke.error}
          onConfirm={() =>
            revoke.mutate({
              params: { collectionId, grantId: revoked.id },
              headers: { "if-match": `"${revoked.revision}"` },
            })
          }
        />
      )}
    </Card>
  );
}
