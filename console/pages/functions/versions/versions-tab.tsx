import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { useOperation, usePages, type AnswerOf, type ItemOf } from "../../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../../components/badge.tsx";
import { MoreButton } from "../../../components/button/more-button.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { DiffView } from "../../../components/show/diff-view.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { Select } from "../../../components/choose/select.tsx";
import { Skeleton, SkeletonRows } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { settingNames } from "../code/draft/fields-of.ts";
import type { Fields, FunctionDetail } from "../code/draft/fields.ts";
import { defaultPair } from "./default-pair.ts";

const MergeEditor = lazyPart(
  () => import("../../../editor/merge-editor.tsx"),
  "MergeEditor",
  <Skeleton className="h-96" />,
);

type Version = ItemOf<"listFunctionVersions">;

/** A revision's settings as JSON, to compare. */
const settingsText = (version: Fields) =>
  JSON.stringify(Object.fromEntries(settingNames.map((name) => [name, version[name]])), null, 2);

function useVersion(functionId: string, revision: number | undefined) {
  return useOperation(
    "getFunctionVersion",
    { params: { functionId, revision: String(revision ?? 0) } },
    { enabled: revision !== undefined, staleTime: Infinity },
  );
}

const choiceOf = ({ revision, activeIn }: Version, newest: number) => ({
  value: String(revision),
  label: `Revision ${revision}`,
  detail: [revision === newest && "drafted", ...activeIn.map((one) => `in ${one}`)].filter(Boolean).join(", "),
});

interface RevisionItemProps {
  version: Version;
  isNewest: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function RevisionItem({ version, isNewest, isChosen, onChoose }: RevisionItemProps) {
  return (
    <li className="border-t border-line px-4 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-1.5">
        <button
          type="button"
          aria-pressed={isChosen}
          className="rounded-sm font-medium hover:underline aria-pressed:text-accent"
          onClick={onChoose}
        >
          Revision {version.revision}
        </button>
        {isNewest && <Badge>Drafted</Badge>}
        {version.activeIn.map((environment) => (
          <EnvironmentBadge key={environment} environment={environment} />
        ))}
      </div>
      <p className="truncate text-xs text-muted">
        {version.createdBy?.email ?? "a deleted user"}, <Time at={version.createdAt} />
      </p>
    </li>
  );
}

type Saved = AnswerOf<"getFunctionVersion">;

/** How the source, the tests and the settings of two revisions differ. */
function Difference({ before, after }: { before: Saved; after: Saved }) {
  // Two texts side by side need a wide screen.
  const [isNarrow] = useState(() => window.matchMedia("(width < 40rem)").matches);
  return (
    <>
      {isNarrow ? (
        <DiffView
          before={before.source}
          after={after.source}
          label={`Revision ${before.revision} and revision ${after.revision}`}
        />
      ) : (
        <MergeEditor
          before={before.source}
          beforeLabel={`Revision ${before.revision}`}
          after={after.source}
          afterLabel={`Revision ${after.revision}`}
        />
      )}
      {before.tests !== after.tests && (
        <>
          <h2 className="text-sm font-semibold">Tests</h2>
          <DiffView before={before.tests} after={after.tests} label="Tests of the two revisions" />
        </>
      )}
      {settingsText(before) !== settingsText(after) && (
        <>
          <h2 className="text-sm font-semibold">Settings</h2>
          <DiffView before={settingsText(before)} after={settingsText(after)} label="Settings of the two revisions" />
        </>
      )}
    </>
  );
}

interface PairChoiceProps {
  items: readonly Version[];
  newest: number;
  pair: { from: number; to: number };
  onChoose: (change: { from?: number; to?: number }) => void;
}

/** The two revisions to compare. */
function PairChoice({ items, newest, pair, onChoose }: PairChoiceProps) {
  const side = (name: "from" | "to") => ({
    size: "sm" as const,
    value: String(pair[name]),
    choices: items.map((one) => choiceOf(one, newest)),
    onChange: (value: string) => onChoose({ [name]: Number(value) }),
  });
  return (
    <>
      <span className="text-muted">From</span>
      <Select aria-label="From revision" {...side("from")} />
      <span className="text-muted">to</span>
      <Select aria-label="To revision" {...side("to")} />
    </>
  );
}

interface VersionsTabProps {
  detail: FunctionDetail;
  /** Puts a revision's text into the editor without saving it. */
  onRestore: (source: string, revision: number) => void;
}

/** Every saved revision: its author and time, where it runs, and the differences between any two. */
export function VersionsTab({ detail, onRestore }: VersionsTabProps) {
  const { from, to } = useSearch({ from: "/functions/$functionId" });
  const navigate = useNavigate({ from: "/functions/$functionId" });
  const pages = usePages("listFunctionVersions", { params: { functionId: detail.id }, query: { limit: 100 } });
  const items = pages.items ?? [];
  const newest = items[0]?.revision ?? detail.revision;
  const pair = defaultPair(items, { from, to });
  const before = useVersion(detail.id, pair?.from);
  const after = useVersion(detail.id, pair?.to);
  const choose = (change: { from?: number; to?: number }) =>
    void navigate({ search: (now) => ({ ...now, ...pair, ...change }), replace: true });
  const error = pages.error ?? before.error ?? after.error;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Card title="Revisions" flush>
        {pages.items === undefined ? (
          <SkeletonRows rows={5} />
        ) : (
          <div className="max-h-[70dvh] overflow-y-auto">
            <ol>
              {items.map((one) => (
                <RevisionItem
                  key={one.revision}
                  version={one}
                  isNewest={one.revision === newest}
                  isChosen={one.revision === pair?.to}
                  onChoose={() => choose({ to: one.revision })}
                />
              ))}
            </ol>
            <MoreButton hasMore={pages.hasMore} more={pages.more} className="border-t border-line p-2" />
          </div>
        )}
      </Card>
      <div className="grid min-w-0 content-start gap-3">
        {error && <ErrorNote error={error} />}
        {pair !== null && (
          <>
            <div className="flex flex-wrap items-center gap-2 text-sm">
              <PairChoice items={items} newest={newest} pair={pair} onChoose={choose} />
              {after.data && pair.to !== newest && (
                <Button size="sm" className="ml-auto" onClick={() => onRestore(after.data.source, after.data.revision)}>
                  Put revision {pair.to} in the editor
                </Button>
              )}
            </div>
            {before.data && after.data ? (
              <Difference before={before.data} after={after.data} />
            ) : (
              !error && <Skeleton className="h-96" />
            )}
          </>
        )}
      </div>
    </div>
  );
}
