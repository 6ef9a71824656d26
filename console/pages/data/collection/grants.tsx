import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { endpointSource, functionSource } from "../../../api/pick-sources.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { PickedName } from "../../../components/filter/filters.tsx";
import type { PickSource } from "../../../components/choose/pick-source.ts";
import { Picker } from "../../../components/choose/picker.tsx";
import { Select } from "../../../components/choose/select.tsx";
import { EmptyState } from "../../../components/states.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../../shell/environment/environment.ts";

type Collection = AnswerOf<"getDataCollection">;
type Grant = Collection["grants"][number];
type Access = Grant["access"];

const accessWords: Record<Access, string> = { read: "read", write: "write", "read-write": "read and write" };
const accessChoices = Object.entries(accessWords).map(([value, label]) => ({ value: value as Access, label }));
const sourceOf = (id: string) => (id.startsWith("fn_") ? functionSource : endpointSource);

/** Functions and endpoints, by the key that a grant uses. */
const subjects: PickSource = {
  none: "This Project has no Functions or endpoints yet.",
  useFound(text, enabled) {
    const functions = functionSource.useFound(text, enabled);
    const endpoints = endpointSource.useFound(text, enabled);
    const as = (found: typeof functions, detail: string) => found.choices?.map((choice) => ({ ...choice, detail }));
    const first = as(functions, "Function");
    const second = as(endpoints, "every call through this endpoint");
    return {
      choices: first && second && [...first, ...second],
      error: functions.error ?? endpoints.error,
      isFetching: functions.isFetching || endpoints.isFetching,
      hasMore: functions.hasMore || endpoints.hasMore,
      more() {
        if (functions.hasMore) functions.more();
        if (endpoints.hasMore) endpoints.more();
      },
    };
  },
  useChosen(value) {
    const named = functionSource.useChosen(value !== null && sourceOf(value) === functionSource ? value : null);
    const endpoint = endpointSource.useChosen(value !== null && sourceOf(value) === endpointSource ? value : null);
    return named ?? endpoint;
  },
};

interface GrantListProps {
  grants: readonly Grant[];
  onRevoke: (grant: Grant) => void;
}

function GrantList({ grants, onRevoke }: GrantListProps) {
  const mayRevoke = useDisabledReason("deleteDataCollectionGrant");
  return (
    <ul aria-label="Grants">
      {grants.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-sm">
          <span className="min-w-0 flex-1">
            <span className="font-medium">
              <PickedName pick={subjects} value={one.subject.id} />
            </span>{" "}
            <span className="text-muted">
              {one.subject.kind === "endpoint" && "(every call through it) "}may {accessWords[one.access]}
            </span>
          </span>
          <EnvironmentBadge environment={one.environment} />
          <Button size="sm" disabledReason={mayRevoke} onClick={() => onRevoke(one)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Grants access in the chosen environment. */
function NewGrant({ collectionId }: { collectionId: string }) {
  const environment = useEnvironment();
  const [subject, setSubject] = useState<string | null>(null);
  const [access, setAccess] = useState<Access>("read-write");
  const forbidden = useDisabledReason("replaceDataCollectionGrant");
  const grant = useAction("replaceDataCollectionGrant", {
    onSuccess: () => {
      toast("Granted", "It applies from the next call.");
      setSubject(null);
    },
  });
  return (
    <>
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
          <Picker
            aria-label="Function or endpoint"
            placeholder="Function or endpoint"
            value={subject}
            source={subjects}
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
    </>
  );
}

interface RevokeGrantProps {
  collection: Collection;
  grant: Grant;
  onClose: () => void;
}

function RevokeGrant({ collection: { id, name }, grant, onClose }: RevokeGrantProps) {
  const { environment, revision, subject } = grant;
  return (
    <ConfirmAction
      operation="deleteDataCollectionGrant"
      input={{ params: { collectionId: id, grantId: grant.id }, headers: ifMatch(revision) }}
      onClose={onClose}
      title={`Revoke access to ${name} from ${subjects.useChosen(subject.id)?.label ?? subject.id}?`}
      consequences={[`The next call in ${environmentNames[environment]} that uses ${name} fails with NOT_GRANTED.`]}
      confirmLabel="Revoke"
      kind={environment === "production" ? "production" : "danger"}
    />
  );
}

/** Which Functions and endpoints may read or write the records of each environment; changes take effect at once. */
export function Grants({ collection }: { collection: Collection }) {
  const [revoked, setRevoked] = useState<Grant | null>(null);
  return (
    <Card title="Who can use it" flush>
      <p className="px-4 pb-3 text-sm text-muted">
        The Function must also declare the collection, and its endpoint's policy must allow it. A grant takes effect at
        once, without a deployment.
      </p>
      {collection.grants.length === 0 ? (
        <div className="px-4 pb-4">
          <EmptyState icon={ShieldCheck} title="No grants yet">
            Grant access to a Function, or to every call through an endpoint.
          </EmptyState>
        </div>
      ) : (
        <GrantList grants={collection.grants} onRevoke={setRevoked} />
      )}
      <NewGrant collectionId={collection.id} />
      {revoked && <RevokeGrant collection={collection} grant={revoked} onClose={() => setRevoked(null)} />}
    </Card>
  );
}
