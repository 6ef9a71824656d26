import { useNavigate, useSearch } from "@tanstack/react-router";
import { Check, UserCheck } from "lucide-react";
import { usePages } from "../../api/use-operation.ts";
import { MoreButton } from "../../components/button/more-button.tsx";
import { Segmented } from "../../components/button/segmented.tsx";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { Page } from "../../components/page.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { EmptyState, SkeletonRows } from "../../components/states.tsx";
import { ApprovalList } from "./approval-list.tsx";

const choices = choicesOf({ mine: "For you", waiting: "All that wait", decided: "Decided" });
const readAgainMs = 5_000;

const queries = {
  mine: { status: "pending", mine: "true" },
  waiting: { status: "pending" },
  decided: {},
} as const;

const nothing = {
  mine: ["Nothing waits for you", "What needs your approval appears here, from both environments."],
  waiting: ["Nothing waits", "Calls and runs that wait for somebody’s approval appear here."],
  decided: ["Nothing was decided yet", "Approvals that were given, rejected or expired appear here."],
} as const;

/** What waits for a person's approval, in both environments: first what the reader may decide. */
export function ApprovalsPage() {
  const { show = "mine" } = useSearch({ from: "/approvals" });
  const navigate = useNavigate({ from: "/approvals" });
  const pages = usePages("listApprovals", { query: { limit: 50, ...queries[show] } }, { refetchInterval: readAgainMs });
  const { items, error, hasMore, more, refetch } = pages;
  const shown = show === "decided" ? items?.filter(({ status }) => status !== "pending") : items;
  const [title, text] = nothing[show];
  return (
    <Page title="Approvals" description="Calls and runs that a policy or a Function lets wait until a person approves.">
      <div className="mb-4 flex">
        <Segmented
          label="Which"
          value={show}
          choices={choices}
          onChange={(next) => void navigate({ search: () => (next === "mine" ? {} : { show: next }) })}
        />
      </div>
      <div className="grid max-w-3xl gap-3">
        {error && <ErrorNote error={error} onRetry={refetch} />}
        {shown === undefined ? (
          !error && <SkeletonRows rows={4} height="h-24" />
        ) : shown.length === 0 ? (
          <EmptyState icon={show === "mine" ? Check : UserCheck} title={title}>
            {text} A rule of an endpoint’s policy asks for it, or <code>ctx.approve</code> in a durable Function.
          </EmptyState>
        ) : (
          <ApprovalList approvals={shown} />
        )}
        <MoreButton hasMore={hasMore} more={more} />
      </div>
    </Page>
  );
}
