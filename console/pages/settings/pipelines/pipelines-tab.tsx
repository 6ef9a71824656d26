import { useNavigate, useSearch } from "@tanstack/react-router";
import { GitBranch, Plus } from "lucide-react";
import { useState } from "react";
import { usePages, type ItemOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { roleTexts } from "../../../components/role-texts.ts";
import { EmptyState } from "../../../components/states.tsx";
import { Mono } from "../../../components/mono.tsx";
import { List } from "../../../components/table/list.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { Time } from "../../../components/time.tsx";

const NewPipelineRule = lazyPart(() => import("./new-pipeline-rule.tsx"), "NewPipelineRule");

type Rule = ItemOf<"listPipelineRules">;

const factColumns: readonly Column<Rule>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ name, issuer }) => (
      <>
        <span className="font-medium">{name}</span>
        <span className="ml-2 text-xs text-muted max-sm:hidden">{new URL(issuer).host}</span>
      </>
    ),
  },
  {
    id: "claims",
    header: "Accepts",
    from: "md",
    cell: ({ claims }) => (
      <Mono>
        {Object.entries(claims)
          .map(([claim, value]) => `${claim} = ${value}`)
          .join(", ")}
      </Mono>
    ),
  },
  { id: "role", header: "Role", width: "7rem", from: "sm", cell: ({ role }) => roleTexts[role].label },
  { id: "user", header: "Acts for", width: "12rem", from: "lg", cell: ({ user }) => user.email },
  {
    id: "used",
    header: "Last used",
    align: "end",
    width: "8rem",
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="text-faint">never</span> : <Time at={lastUsedAt} plain />,
  },
];

const deleteColumn = (onDelete: (rule: Rule) => void): Column<Rule> => ({
  id: "delete",
  header: <span className="quiet">Delete</span>,
  align: "end",
  width: "6.5rem",
  cell: (rule) => (
    <Button size="sm" onClick={() => onDelete(rule)}>
      Delete
    </Button>
  ),
});

function DeleteRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  return (
    <ConfirmAction
      operation="deletePipelineRule"
      input={{ params: { ruleId: rule.id } }}
      changes={["listPipelineRules"]}
      done={[`${rule.name} was deleted`]}
      onClose={onClose}
      title={`Delete ${rule.name}?`}
      consequences={["Its pipelines get no more tokens. Tokens that they have end at once."]}
      confirmLabel="Delete rule"
    />
  );
}

/** Which pipelines may act in the Project without a stored token. */
export function PipelinesTab() {
  const { create } = useSearch({ from: "/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const pages = usePages("listPipelineRules", { query: { limit: 200 } });
  const [deleted, setDeleted] = useState<Rule | null>(null);
  const setCreate = (open: boolean) =>
    void navigate({ search: (now) => ({ ...now, create: open ? true : undefined }) });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-sm text-muted">
          Pipelines that prove themselves with the ID token of their forge. They need no stored token.
        </p>
        <Button kind="primary" icon={Plus} onClick={() => setCreate(true)}>
          New pipeline rule
        </Button>
      </div>
      <List
        label="Rules for pipelines"
        columns={[...factColumns, deleteColumn(setDeleted)]}
        pages={pages}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={GitBranch} title="No pipeline rules">
            A rule lets the pipelines of one repository at GitHub or GitLab deploy this Project.
          </EmptyState>
        }
      />
      {create === true && <NewPipelineRule onClose={() => setCreate(false)} />}
      {deleted && <DeleteRule rule={deleted} onClose={() => setDeleted(null)} />}
    </div>
  );
}
