import { useNavigate, useSearch } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { ifMatch } from "../../api/if-match.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { Mono } from "../../components/mono.tsx";
import { deleteLater } from "../../components/overlay/delete-later.ts";
import type { Column } from "../../components/table/table-column.ts";
import { timeColumn } from "../../components/table/time-column.tsx";
import type { SecretsSearch } from "./search.ts";
import { CredentialsPage } from "../credentials/credentials-page.tsx";
import { lastUsedColumn, nameColumn, usedByColumn } from "../credentials/credential-columns.tsx";
import { MissingSecrets } from "./missing-secrets.tsx";

const SecretsBulk = lazyPart(() => import("./secrets-bulk.tsx"), "SecretsBulk");
const SecretDrawer = lazyPart(() => import("./secret-drawer.tsx"), "SecretDrawer");
const NewSecret = lazyPart(() => import("./new-secret.tsx"), "NewSecret");
const RotateSecret = lazyPart(() => import("./rotate-secret.tsx"), "RotateSecret");
const DeleteSecret = lazyPart(() => import("./delete-secret.tsx"), "DeleteSecret");

type Row = ItemOf<"listSecrets">;

function deleteUnused({ id, name, environment, usedBy, revision }: Row): boolean {
  if (environment === "production" || usedBy.length > 0) return false;
  const input = { params: { secretId: id }, query: { force: "false" as const }, headers: ifMatch(revision) };
  deleteLater({ operation: "deleteSecret", input, id, name });
  return true;
}

const columns: readonly Column<Row>[] = [
  nameColumn,
  usedByColumn,
  {
    id: "fingerprint",
    header: "Fingerprint",
    width: "8rem",
    from: "lg",
    cell: ({ fingerprint }) => <Mono className="text-muted">{fingerprint}</Mono>,
  },
  { id: "version", header: "Version", align: "end", width: "5.5rem", from: "lg", cell: ({ version }) => version },
  timeColumn("rotatedAt", "Rotated", { sorts: true, from: "sm" }),
  lastUsedColumn,
];

/** Values that Functions may read but nobody can look up again, one environment at a time. */
export function SecretsPage() {
  const { secret, ask, name = "", ...search } = useSearch({ from: "/secrets" });
  const navigate = useNavigate({ from: "/secrets" });
  const change = (part: Partial<SecretsSearch>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, name: undefined, ...part }), replace });
  return (
    <CredentialsPage
      list="listSecrets"
      noun="secret"
      icon={KeyRound}
      description="Values that Functions can read and nobody can view again."
      searched="name"
      about={
        <>
          A Function declares the secrets it needs by name and reads them with{" "}
          <code className="font-mono">ctx.secrets.get</code>. Code and manifests contain only the names.
        </>
      }
      columns={columns}
      Bulk={SecretsBulk}
      opened={{ id: secret, ask }}
      onOpen={(id, question) => change({ secret: id, ask: question })}
      search={search}
      onSearch={(part, replace) => change(part as Partial<SecretsSearch>, replace)}
      above={<MissingSecrets onCreate={(each) => change({ create: true, name: each })} />}
      create={(environment) => (
        <NewSecret key={name} environment={environment} name={name} onClose={() => change({ create: undefined })} />
      )}
      Drawer={SecretDrawer}
      Change={RotateSecret}
      Delete={DeleteSecret}
      deleteUnused={deleteUnused}
    />
  );
}
