import { useNavigate, useSearch } from "@tanstack/react-router";
import { KeyRound, Plus, Search } from "lucide-react";
import { lazy, Suspense } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation, usePages, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button.tsx";
import { FunctionLinks } from "../../components/function-links.tsx";
import { List } from "../../components/list.tsx";
import { Page } from "../../components/page.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table-column.ts";
import { Time } from "../../components/time.tsx";
import { environmentNames } from "../../shell/environment-names.ts";
import { useEnvironment } from "../../shell/environment.ts";
import { missingNames } from "./missing-names.ts";
import { MissingSecrets } from "./missing-secrets.tsx";

const SecretDrawer = lazy(async () => ({ default: (await import("./secret-drawer.tsx")).SecretDrawer }));
const NewSecret = lazy(async () => ({ default: (await import("./new-secret.tsx")).NewSecret }));
const RotateSecret = lazy(async () => ({ default: (await import("./rotate-secret.tsx")).RotateSecret }));
const DeleteSecret = lazy(async () => ({ default: (await import("./delete-secret.tsx")).DeleteSecret }));

type Row = ItemOf<"listSecrets">;

const orNever = (at: string | null) =>
  at === null ? <span className="text-faint">never</span> : <Time at={at} plain />;

const columns: readonly Column<Row>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <code className="font-mono text-xs font-medium">{name}</code> },
  {
    id: "used",
    header: "Used by",
    from: "md",
    cell: ({ usedBy }) => (
      <span title={usedBy.join(", ")}>
        <FunctionLinks names={usedBy} none="no Function" />
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
    align: "end",
    width: "7.5rem",
    from: "sm",
    cell: ({ rotatedAt }) => orNever(rotatedAt),
  },
  { id: "last", header: "Last used", align: "end", width: "7.5rem", cell: ({ lastUsedAt }) => orNever(lastUsedAt) },
];

/** Values that Functions may read and nobody can look up again, in one environment at a time. */
export function SecretsPage() {
  const environment = useEnvironment();
  const { q = "", secret, ask, create, name = "" } = useSearch({ from: "/secrets" });
  const navigate = useNavigate({ from: "/secrets" });
  const pages = usePages("listSecrets", { query: { environment, limit: 200 } });
  const functions = useOperation("listFunctions", { query: { limit: 200 } }, { staleTime: 30_000 });
  const forbidden = useDisabledReason("createSecret", environment);
  const place = environmentNames[environment];
  const setCreate = (open: boolean, wanted?: string) =>
    void navigate({ search: (now) => ({ ...now, create: open ? true : undefined, name: wanted }) });
  const show = (id: string | undefined, question?: "rotate" | "delete") =>
    void navigate({ search: (now) => ({ ...now, secret: id, ask: question }) });
  useShortcuts([{ keys: "c", does: "New secret", run: () => forbidden === null && setCreate(true) }]);

  const wanted = q.toUpperCase();
  const items = pages.items
    ?.filter((row) => row.name.includes(wanted))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const opened = pages.items?.find((row) => row.id === secret);
  const isWhole = pages.items !== undefined && !pages.hasMore && functions.data !== undefined;
  const missing = isWhole ? missingNames(functions.data.items, new Set(pages.items?.map((row) => row.name))) : [];
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
      description={`Values that Functions may read and nobody can look up again. These are those of ${place}; each environment has its own.`}
      actions={newSecret}
    >
      {missing.length > 0 && (
        <MissingSecrets
          place={place}
          missing={missing}
          disabledReason={forbidden}
          onCreate={(each) => setCreate(true, each)}
        />
      )}
      <div className="mb-3">
        <SearchBox
          label="Search secrets"
          placeholder="Search by name"
          value={q}
          onChange={(text) =>
            void navigate({ search: (now) => ({ ...now, q: text === "" ? undefined : text }), replace: true })
          }
        />
      </div>
      <List
        label={`Secrets of ${place}`}
        columns={columns}
        pages={{ ...pages, items }}
        rowKey={({ id }) => id}
        onOpen={({ id }) => show(id)}
        openKey={secret}
        empty={
          q === "" ? (
            <EmptyState icon={KeyRound} title={`No secrets in ${place}`} action={newSecret}>
              A Function declares the secrets it needs by name and reads one with{" "}
              <code className="font-mono">ctx.secrets.get</code>. Code and manifests hold the names only.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Search}
              title="No secret fits"
              action={
                <Button onClick={() => void navigate({ search: (now) => ({ ...now, q: undefined }) })}>
                  Clear the search
                </Button>
              }
            >
              No name in {place} has “{q}”.
            </EmptyState>
          )
        }
      />
      <Suspense>
        {secret !== undefined && ask === undefined && pages.items !== undefined && (
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
