import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { projectSource } from "../../../api/pick-sources.ts";
import { useOperation, usePages, type ItemOf } from "../../../api/use-operation.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { PickedName } from "../../../components/filter/filters.tsx";
import { buttonColumn } from "../button-column.tsx";
import { roleTexts } from "../../../components/role-texts.ts";
import { useShortcuts } from "../../../components/keyboard/shortcuts.ts";
import type { Column } from "../../../components/table/table-column.ts";
import { timeColumn } from "../../../components/table/time-column.tsx";
import { Time } from "../../../components/time.tsx";
import { useListSearch } from "../../../shell/page/use-list-search.ts";
import { ListTab } from "../list-tab.tsx";

const TokensBulk = lazyPart(() => import("./tokens-bulk.tsx"), "TokensBulk");
const NewToken = lazyPart(() => import("./new-token.tsx"), "NewToken");

type Row = ItemOf<"listTokens">;

const factColumns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ name, prefix }) => (
      <>
        <span className="font-medium">{name}</span> <Mono className="ml-1 text-muted max-sm:hidden">{prefix}…</Mono>
      </>
    ),
  },
  { id: "role", header: "Role", width: "7rem", from: "sm", cell: ({ role }) => roleTexts[role].label },
  {
    id: "project",
    header: "Project",
    width: "10rem",
    from: "md",
    cell: ({ projectId }) => <PickedName pick={projectSource} value={projectId} />,
  },
  timeColumn("lastUsedAt", "Last used", { width: "8rem", from: "md" }),
  {
    id: "expires",
    header: "Expires",
    align: "end",
    width: "8rem",
    cell: ({ expiresAt }) =>
      Date.parse(expiresAt) < Date.now() ? <Badge tone="bad">Expired</Badge> : <Time at={expiresAt} plain />,
  },
];

function RevokeToken({ token, onClose }: { token: Row; onClose: () => void }) {
  return (
    <ConfirmAction
      operation="deleteToken"
      input={{ params: { tokenId: token.id } }}
      done={[`${token.name} was revoked`]}
      onClose={onClose}
      title={`Revoke ${token.name}?`}
      consequences={["Anything that uses it is rejected from the next request on. This cannot be undone."]}
      typedName={token.name}
      confirmLabel="Revoke token"
    />
  );
}

/** The user's own API tokens: what each may do and where, and when it was last used. */
export function TokensTab() {
  const { search, set } = useListSearch("/settings");
  const pages = usePages("listTokens", { query: { limit: 200 } });
  const anyProject = useOperation("listProjects", { query: { limit: 1 } }, { staleTime: 30_000 });
  const [revoked, setRevoked] = useState<Row | null>(null);
  const create = () => set({ create: true });
  useShortcuts([{ keys: "c", does: "New API token", run: create }]);
  const forbidden =
    anyProject.data?.items.length === 0 ? "A token belongs to a Project. Create a Project first." : null;
  return (
    <ListTab
      about="Your credentials for CI and scripts. Each works for one Project and expires."
      action={
        <Button kind="primary" icon={Plus} disabledReason={forbidden} onClick={create}>
          New API token
        </Button>
      }
      label="Your API tokens"
      columns={[...factColumns, buttonColumn("Revoke", { onClick: setRevoked })]}
      pages={pages}
      Bulk={TokensBulk}
      icon={KeyRound}
      none="No API tokens"
      aboutNone="A token lets a script act for you in one Project, with a role no higher than yours."
    >
      {search.create === true && anyProject.data && <NewToken onClose={() => set({ create: undefined })} />}
      {revoked && <RevokeToken token={revoked} onClose={() => setRevoked(null)} />}
    </ListTab>
  );
}
