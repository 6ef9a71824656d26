import { GitBranch, Plus } from "lucide-react";
import { useState } from "react";
import { usePages, type ItemOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { roleTexts } from "../../../components/role-texts.ts";
import { Mono } from "../../../components/mono.tsx";
import { acceptedJobs } from "./accepted-jobs.ts";
import { buttonColumn } from "../button-column.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { timeColumn } from "../../../components/table/time-column.tsx";
import { useListSearch } from "../../../shell/page/use-list-search.ts";
import { ListTab } from "../list-tab.tsx";

const NewPipelineRule = lazyPart(() => import("./new-pipeline-rule.tsx"), "NewPipelineRule");

type Rule = ItemOf<"listPipelineRules">;

/** What the rule accepts in words, or its claims where there are none. */
function Accepted({ claims }: Pick<Rule, "claims">) {
  const given = Object.entries(claims)
    .map(([claim, value]) => `${claim} = ${value}`)
    .join(", ");
  const jobs = acceptedJobs(claims);
  return (
    <span title={given}>
      {jobs === null ? <Mono>{given}</Mono> : jobs.replace(/^./, (first) => first.toUpperCase())}
    </span>
  );
}

const factColumns: readonly Column<Rule>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ name, issuer }) => (
      <>
        <span className="font-medium">{name}</span>{" "}
        <span className="ml-1 text-xs text-muted max-sm:hidden">{new URL(issuer).host}</span>
      </>
    ),
  },
  {
    id: "claims",
    header: "Accepts",
    from: "md",
    cell: ({ claims }) => <Accepted claims={claims} />,
  },
  { id: "role", header: "Role", width: "7rem", from: "sm", cell: ({ role }) => roleTexts[role].label },
  { id: "user", header: "Acts for", width: "12rem", from: "lg", cell: ({ user }) => user.email },
  timeColumn("lastUsedAt", "Last used", { width: "8rem" }),
];

function DeleteRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  return (
    <ConfirmAction
      operation="deletePipelineRule"
      input={{ params: { ruleId: rule.id } }}
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
  const { search, set } = useListSearch("/settings");
  const pages = usePages("listPipelineRules", { query: { limit: 200 } });
  const [deleted, setDeleted] = useState<Rule | null>(null);
  return (
    <ListTab
      about="Pipelines that prove themselves with the ID token of their forge. They need no stored token."
      action={
        <Button kind="primary" icon={Plus} onClick={() => set({ create: true })}>
          New pipeline rule
        </Button>
      }
      label="Rules for pipelines"
      columns={[...factColumns, buttonColumn("Delete", { onClick: setDeleted })]}
      pages={pages}
      icon={GitBranch}
      none="No pipeline rules"
      aboutNone="A rule lets the pipelines of one repository at GitHub or GitLab deploy this Project."
    >
      {search.create === true && <NewPipelineRule onClose={() => set({ create: undefined })} />}
      {deleted && <DeleteRule rule={deleted} onClose={() => setDeleted(null)} />}
    </ListTab>
  );
}
