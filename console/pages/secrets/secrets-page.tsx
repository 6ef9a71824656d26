import { useNavigate, useSearch } from "@tanstack/react-router";
import { KeyRound, Plus, Search } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useListed } from "../../api/use-listed.ts";
import { useOperation, usePages, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { FunctionLinks } from "../../components/function-links.tsx";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { environmentNames } from "../../shell/environment-names.ts";
import { useEnvironment } from "../../shell/environment.ts";
import type { SecretsSearch } from "./search.ts";
import { MissingSecrets } from "./missing-secrets.tsx";

const SecretDrawer = lazyPart(async () => ({ default: (await import("./secret-drawer.tsx")).SecretDrawer }));
const NewSecret = lazyPart(async () => ({ default: (await import("./new-secret.tsx")).NewSecret }));
const RotateSecret = lazyPart(async () => ({ default: (await import("./rotate-secret.tsx")).RotateSecret }));
const DeleteSecret = lazyPart(async () => ({ default: (await import("./delete-secret.tsx")).DeleteSecret }));

type Row = ItemOf<"listSecrets">;

const orNever = (at: string | null) =>
  at === null ? <span className="text-faint">never</span> : <Time at={at} plain />;

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: ({ name }) => <code className="font-mono text-xs font-medium">{name}</code>,
  },
  {
    id: "used",
    header: "Used by",
    from: "md",
    cell: ({ usedBy }) => (
      <span title={usedBy.join(", ")}>
        <FunctionLinks names={usedBy} none="No Functions" />
      </span>
    ),
  },
  {
    id: "fingerprint",
    header: "Fingerprint",
    width: "8rem",
    from: "lg",
    cell: ({ fingerprint }) => <code className="font-mono text-xs text-muted">{fingerprint}</code>,
  },
  { id: "version", header: "Version", align: "end", width: "5.5rem", from: "lg", cell: ({ version }) => version },
  {
    id: "rotated",
    header: "Rotated",
    sort: "rotatedAt",
    sortsDown: true,
    align: "end",
    width: "7.5rem",
    from: "sm",
    cell: ({ rotatedAt }) => orNever(rotatedAt),
  },
  {
    id: "last",
    header: "Last used",
    sort: "lastUsedAt",
    sortsDown: true,
    align: "end",
    width: "7.5rem",
    cell: ({ lastUsedAt }) => orNever(lastUsedAt),
  },
];

interface NoSecretsProps {
  place: string;
  q: string;
  onClear: () => void;
  create: ReactNode;
}

function NoSecrets({ place, q, onClear, create }: NoSecretsProps) {
  return q === "" ? (
    <EmptyState icon={KeyRound} title={`No secrets in ${place}`} action={create}>
      A Function declares the secrets it needs by name and reads them with{" "}
      <code className="font-mono">ctx.secrets.get</code>. Code and manifests contain only the names.
    </EmptyState>
  ) : (
    <EmptyState icon={Search} title="No secrets match" action={<Button onClick={onClear}>Clear search</Button>}>
      No name in {place} has “{q}”.
    </EmptyState>
  );
}

/** Values that Functions may read and nobody can look up again, one environment at a time. */
export function SecretsPage() {
  const environment = useEnvironment();
  const { q: typed = "", sort = "name", secret, ask, create, name = "" } = useSearch({ from: "/secrets" });
  const q = useSettled(typed);
  const navigate = useNavigate({ from: "/secrets" });
  const pages = usePages("listSecrets", {
    query: { environment, limit: 100, sort, ...(q === "" ? {} : { q }) },
  });
  const missing = useOperation("listMissingSecrets", { query: { environment } });
  const forbidden = useDisabledReason("createSecret", environment);
  const place = environmentNames[environment];
  const setCreate = (open: boolean, wanted?: string) =>
    void navigate({ search: (now) => ({ ...now, create: open ? true : undefined, name: wanted }) });
  const show = (id: string | undefined, question?: "rotate" | "delete") =>
    void navigate({ search: (now) => ({ ...now, secret: id, ask: question }) });
  useShortcuts([{ keys: "c", does: "New secret", run: () => forbidden === null && setCreate(true) }]);

  const listed = useListed("listSecrets", secret ?? null);
  const opened = pages.items?.find((row) => row.id === secret) ?? listed ?? undefined;
  const newSecret = (
    <Button
      kind={environment === "production" ? "production" : "primary"}
      icon={Plus}
      disabledReason={forbidden}
      onClick={() => setCreate(true)}
    >
      New secret
    </Button>
  );
  return (
    <Page
      title="Secrets"
      description={`Values that Functions can read and nobody can view again. Each environment has its own. You are viewing ${place}.`}
      actions={newSecret}
    >
      {missing.data !== undefined && missing.data.items.length > 0 && (
        <MissingSecrets
          place={place}
          missing={missing.data.items}
          disabledReason={forbidden}
          onCreate={(each) => setCreate(true, each)}
        />
      )}
      <div className="mb-3">
        <SearchBox
          label="Search secrets"
          placeholder="Search by name"
          value={typed}
          onChange={(text) =>
            void navigate({ search: (now) => ({ ...now, q: text === "" ? undefined : text }), replace: true })
          }
        />
      </div>
      <List
        label={`Secrets of ${place}`}
        columns={columns}
        pages={pages}
        sort={sort}
        onSort={(next) => void navigate({ search: (now) => ({ ...now, sort: next as SecretsSearch["sort"] }) })}
        rowKey={({ id }) => id}
        onOpen={({ id }) => show(id)}
        openKey={secret}
        empty={
          <NoSecrets
            place={place}
            q={q}
            onClear={() => void navigate({ search: (now) => ({ ...now, q: undefined }) })}
            create={newSecret}
          />
        }
      />
      <Suspense>
        {secret !== undefined && ask === undefined && (opened !== undefined || listed === null) && (
          <SecretDrawer
            open
            secret={opened}
            onClose={() => show(undefined)}
            onAsk={(question) => show(secret, question)}
          />
        )}
        {create === true && (
          <NewSecret key={name} environment={environment} name={name} onClose={() => setCreate(false)} />
        )}
        {opened && ask === "rotate" && <RotateSecret secret={opened} onClose={() => show(secret)} />}
        {opened && ask === "delete" && (
          <DeleteSecret secret={opened} onClose={() => show(secret)} onDeleted={() => show(undefined)} />
        )}
      </Suspense>
    </Page>
  );
}
