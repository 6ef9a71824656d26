import type { EditorView } from "@codemirror/view";
import { useSearch } from "@tanstack/react-router";
import { DocsLink } from "../../../components/docs-link.tsx";
import { FlaskConical, Play, Square } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { Button } from "../../../components/button/button.tsx";
import { useShortcuts } from "../../../components/keyboard/shortcuts.ts";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { EmptyState, Skeleton } from "../../../components/states.tsx";
import { goToLine } from "../../../editor/code-mirror/go-to-line.ts";
import { withLineFeeds, type Draft } from "../code/draft/draft.ts";
import { effectiveContract } from "../tool/effective-contract.ts";
import { RunResults } from "./run-results.tsx";
import { starterOf } from "./starter.ts";
import { useTestsRun, type TestsRun } from "./use-tests-run.ts";

const CheckedEditor = lazyPart(
  () => import("../code/checked-editor.tsx"),
  "CheckedEditor",
  <Skeleton className="h-full" />,
);

/** The tests as they are in the editor. */
function useTestsText(draft: Draft): string {
  const saved = draft.base.use().tests;
  return draft.fields.use().tests ?? withLineFeeds(saved);
}

interface TestsEditorProps {
  draft: Draft;
  onView: (view: EditorView | null) => void;
}

/** The text of the tests, which knows the types of `ferrule/test` and of the Function. */
function TestsEditor({ draft, onView }: TestsEditorProps) {
  const epoch = draft.epoch.use();
  const { name, slug } = draft.base.use();
  const forbidden = useDisabledReason("updateFunction");
  const initial = useTestsText(draft);
  const tested = useMemo(() => ({ slug, source: draft.source.get() }), [slug, draft, epoch]);
  return (
    <CheckedEditor
      label={`Tests of ${name}`}
      initial={initial}
      edition={epoch}
      tested={tested}
      readOnlyReason={forbidden}
      onChange={(text) => draft.change("tests", text)}
      onView={onView}
    />
  );
}

/** Explains tests where a Function has none, and begins the first one. */
function NoTests({ draft, onBegin }: { draft: Draft; onBegin: () => void }) {
  const forbidden = useDisabledReason("updateFunction");
  const validate = useAction("validateFunction");
  const base = draft.base.use();
  const fields = draft.fields.use();
  const begin = async () => {
    // The input that the text in the editor takes, which may not be saved.
    const request = { params: { functionId: base.id }, body: { source: draft.source.get() } };
    const answer = await validate.mutateAsync(request).catch(() => null);
    const { inputSchema } = effectiveContract(base, fields, answer?.derived ?? base.derived);
    draft.replaceTests(starterOf(inputSchema));
    onBegin();
  };
  return (
    <EmptyState
      icon={FlaskConical}
      title="No tests yet"
      action={
        <Button kind="primary" busy={validate.isPending} disabledReason={forbidden} onClick={() => void begin()}>
          Start with a test
        </Button>
      }
    >
      A test calls this Function as a caller does and compares what comes back. It runs in the sandbox, and stand-ins
      answer for APIs, secrets, databases and collections, so nothing outside is reached. You can also make one of a
      recorded call, on the page of its execution. <DocsLink page="tests">How tests work</DocsLink>
    </EmptyState>
  );
}

interface RunBarProps {
  run: TestsRun;
  forbidden: string | null;
  hasUnsavedSettings: boolean;
  coverage: boolean;
  onCoverage: (coverage: boolean) => void;
  onRun: () => void;
  onStop: () => void;
}

function RunBar({ run, forbidden, hasUnsavedSettings, coverage, onCoverage, onRun, onStop }: RunBarProps) {
  return (
    <div className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-2">
      {run.isRunning ? (
        <Button kind="danger" icon={Square} onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button kind="primary" icon={Play} disabledReason={forbidden} onClick={onRun}>
          Run tests
        </Button>
      )}
      <label className="flex min-h-7 items-center gap-2 text-sm">
        <input type="checkbox" checked={coverage} onChange={({ target }) => onCoverage(target.checked)} />
        Measure coverage
      </label>
      <p className="basis-full text-xs text-muted">
        Runs the texts in the editors{hasUnsavedSettings ? ", with the saved settings" : ""}. Nothing is saved.
      </p>
    </div>
  );
}

/** The tests of a Function: their text, a run of them, and its results. */
export function TestsTab({ draft }: { draft: Draft }) {
  const { line } = useSearch({ from: "/functions/$functionId" });
  const { slug } = draft.base.use();
  const { tests: _, ...settings } = draft.fields.use();
  const text = useTestsText(draft);
  const [isBegun, setBegun] = useState(text !== "");
  const [coverage, setCoverage] = useState(false);
  const view = useRef<EditorView>(null);
  const [hasView, setHasView] = useState(false);
  const { run, start, stop } = useTestsRun(slug);
  const notAllowed = useDisabledReason("testProjectSource");
  const forbidden = notAllowed ?? (text.trim() === "" ? "There are no tests to run." : null);
  const onLine = (to: number) => view.current && goToLine(view.current, to);
  const go = () =>
    forbidden === null && !run.isRunning && void start({ source: draft.source.get(), tests: text }, coverage);
  useShortcuts([{ keys: "Mod+Enter", does: "Run tests", run: go }]);
  useEffect(() => {
    if (hasView && line !== undefined) onLine(line);
  }, [line, hasView]);
  if (!isBegun && text === "") return <NoTests draft={draft} onBegin={() => setBegun(true)} />;
  const height = "lg:h-[calc(100dvh-var(--header-height)-11.5rem)] print:h-auto! lg:min-h-[26rem]";
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_27rem]">
      <div className="h-[calc(100dvh-var(--header-height)-11.5rem)] print:h-auto! min-h-[26rem] min-w-0">
        <TestsEditor
          draft={draft}
          onView={(now) => {
            view.current = now;
            setHasView(now !== null);
          }}
        />
      </div>
      <aside
        aria-label="Run of the tests"
        className={`grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface px-4 pb-4 lg:overflow-y-auto ${height}`}
      >
        <RunBar
          run={run}
          forbidden={forbidden}
          hasUnsavedSettings={Object.keys(settings).length > 0}
          coverage={coverage}
          onCoverage={setCoverage}
          onRun={go}
          onStop={stop}
        />
        <RunResults
          run={run}
          isOld={run.of !== null && (run.of.tests !== text || run.of.source !== draft.source.get())}
          onLine={onLine}
        />
      </aside>
    </div>
  );
}
