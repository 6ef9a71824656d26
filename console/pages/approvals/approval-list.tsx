import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ItemOf } from "../../api/use-operation.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { Time } from "../../components/time.tsx";
import { callerText } from "../executions/caller-text.ts";
import { ApprovalBadge } from "./approval-badge.tsx";
import { visible } from "./argument-rows.ts";

type Approval = ItemOf<"listApprovals">;

/** Approvals as rows that a thumb can hit. */
export const ApprovalList = ({ approvals }: { approvals: readonly Approval[] }) => (
  <ul aria-label="Approvals" className="overflow-hidden rounded-lg border border-line bg-surface">
    {approvals.map(
      ({
        id,
        title,
        status,
        environment,
        functionName,
        called,
        askedBy,
        createdAt,
        expiresAt,
        finishedAt,
        replacedBy,
      }) => (
        <li key={id} className="border-b border-line last:border-b-0">
          <Link
            to="/approvals/$approvalId"
            params={{ approvalId: id }}
            className="flex min-h-16 items-center gap-3 px-4 py-3 outline-offset-[-2px] hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{visible(title)}</span>
              <span className="mt-0.5 block text-sm break-words text-muted">
                {called ?? functionName}, asked by {callerText(askedBy)} <Time at={createdAt} inert />
              </span>
              <span className="mt-1.5 flex flex-wrap items-center gap-2 text-xs text-muted">
                <ApprovalBadge status={status} />
                <EnvironmentBadge environment={environment} />
                {replacedBy !== null && <span>withdrawn: the run asks something else</span>}
                {status === "pending" ? (
                  <span>
                    expires <Time at={expiresAt} inert />
                  </span>
                ) : (
                  finishedAt !== null && <Time at={finishedAt} inert />
                )}
              </span>
            </span>
            <ChevronRight aria-hidden size={18} className="shrink-0 text-faint" />
          </Link>
        </li>
      ),
    )}
  </ul>
);
