import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { Skeleton } from "../../../components/states.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { effectiveContract } from "../tool/effective-contract.ts";
import { knownContract } from "../tool/known-contract.ts";
import { useBoundTools } from "../tool/use-bound-tools.ts";
import { useFollowFunction } from "../tool/use-follow-function.ts";
import { without } from "../without.ts";
import type { Draft } from "./draft/draft.ts";
import { useValidation } from "./use-validation.ts";

const waiting = <Skeleton className="h-64" />;
const CodePane = lazyPart(() => import("./code-pane.tsx"), "CodePane", <Skeleton className="h-full" />);
const SchemaPanel = lazyPart(() => import("./schema-panel.tsx"), "SchemaPanel", waiting);
const SettingsPanel = lazyPart(() => import("./settings-panel.tsx"), "SettingsPanel", waiting);
const ToolCard = lazyPart(() => import("../tool/tool-card.tsx"), "ToolCard", waiting);
const TestPanel = lazyPart(() => import("../test/test-panel.tsx"), "TestPanel", waiting);

/** The editor, and beside it the results of the text: the tool, its tests, schemas and settings. */
export function CodeTab({ draft }: { draft: Draft }) {
  const { panel = "tool", replay, line } = useSearch({ from: "/functions/$functionId" });
  const navigate = useNavigate({ from: "/functions/$functionId" });
  const epoch = draft.epoch.use();
  const base = draft.base.use();
  const fields = draft.fields.use();
  const validation = useValidation(base.id, draft, useDisabledReason("validateFunction") === null);
  const tools = useBoundTools(base.id);
  const onFollow = useFollowFunction();
  const { derived, note } = knownContract(base, validation, validation.last);
  const contract = effectiveContract(base, fields, derived);
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_27rem]">
      <div className="h-[calc(100dvh-var(--header-height)-11.5rem)] print:h-auto! min-h-[26rem] min-w-0">
        <CodePane draft={draft} validation={validation} line={line} />
      </div>
      <aside
        aria-label="Side panel"
        className="min-w-0 rounded-lg border border-line bg-surface px-4 pt-1 pb-4 lg:h-[calc(100dvh-var(--header-height)-11.5rem)] print:h-auto! lg:min-h-[26rem] lg:overflow-y-auto"
      >
        <Tabs
          label="Side panel"
          value={replay === undefined ? panel : "test"}
          onChange={(next) =>
            void navigate({
              search: (now) => ({ ...without(now, "panel", "replay"), ...(next === "tool" ? {} : { panel: next }) }),
              replace: true,
            })
          }
          tabs={[
            {
              value: "tool",
              label: "Tool",
              content: (
                <ToolCard
                  slug={base.slug}
                  contract={contract}
                  tools={tools}
                  isOld={validation.isChecking}
                  note={note}
                  isUnknown={derived === null && contract.inputSchema === null && contract.description === ""}
                  onFollow={onFollow}
                />
              ),
            },
            { value: "test", label: "Test", content: <TestPanel draft={draft} contract={contract} /> },
            { value: "schema", label: "Schema", content: <SchemaPanel key={epoch} draft={draft} derived={derived} /> },
            { value: "settings", label: "Settings", content: <SettingsPanel key={epoch} draft={draft} /> },
          ]}
        />
      </aside>
    </div>
  );
}
