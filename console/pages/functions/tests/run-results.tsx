import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { count, duration } from "../../../components/format.ts";
import { CodeLink } from "../../../components/show/code-link.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { without } from "../without.ts";
import { CoverageView } from "./coverage-view.tsx";
import { FailureView, TestItem } from "./test-item.tsx";
import type { TestedFunction, TestsRun } from "./use-tests-run.ts";

type Answer = NonNullable<TestsRun["answer"]>;
const shownAtOnce = 200;
const hasFailed = ({ status }: TestedFunction["tests"][number]) => status === "failed";
type GoToLine = (line: number) => void;

const Summary = ({ passed, failed, skipped, durationMs }: Answer) => (
  <p className="flex flex-wrap items-center gap-1.5 text-sm">
    {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
    {passed > 0 && <Badge tone="good">{passed} passed</Badge>}
    {skipped > 0 && <Badge>{skipped} skipped</Badge>}
    {failed + passed + skipped === 0 && <Badge tone="warn">No test ran</Badge>}
    <span className="text-muted">{duration(durationMs)}</span>
  </p>
);

/** What keeps the test file from being built, or what the build warns of. */
const Diagnostics = ({ tested: { diagnostics }, onLine }: { tested: TestedFunction; onLine: GoToLine }) =>
  diagnostics.length > 0 && (
    <ul aria-label="Problems of the test file" className="grid gap-1 text-sm">
      {diagnostics.map(({ severity, line, column, message, code }) => (
        <li key={`${line} ${column} ${code} ${message}`} className="break-words">
          <span className={severity === "error" ? "text-bad" : "text-warn"}>
            {severity === "error" ? "Error" : "Warning"}
          </span>{" "}
          <button type="button" className="link" onClick={() => onLine(line)}>
            line {line}
          </button>{" "}
          {message} <CodeLink code={code} of="diagnostics" className="text-xs" />
        </li>
      ))}
    </ul>
  );

/** Each test in its order. Of many, the first ones are shown, and those that failed come first. */
function TestList({ tests, onLine }: { tests: TestedFunction["tests"]; onLine: GoToLine }) {
  const [isWhole, setWhole] = useState(false);
  if (tests.length === 0) return null;
  const isLong = tests.length > shownAtOnce && !isWhole;
  const [failed, others] = [tests.filter(hasFailed), tests.filter((one) => !hasFailed(one))];
  const listed = isLong ? [...failed, ...others].slice(0, shownAtOnce) : tests;
  return (
    <>
      <ul aria-label="Tests" className="min-w-0">
        {listed.map((outcome, index) => (
          // Names of tests may repeat, and their order does not change within a run.
          <TestItem key={`${index} ${outcome.name.join(" ")}`} outcome={outcome} onLine={onLine} />
        ))}
      </ul>
      {isLong && <Button onClick={() => setWhole(true)}>Show all {count(tests.length)} tests</Button>}
    </>
  );
}

function CoverageOf({ tested, libraries }: { tested: TestedFunction; libraries: Answer["libraries"] }) {
  const navigate = useNavigate({ from: "/functions/$functionId" });
  if (tested.coverage === null) return null;
  const toSource = (line: number) => void navigate({ search: (now) => ({ ...without(now, "tab"), line }) });
  return (
    <section aria-label="Coverage" className="grid gap-3">
      <h2 className="text-sm font-semibold">Coverage</h2>
      <CoverageView name={`${tested.slug}.ts`} coverage={tested.coverage} onLine={toSource} />
      {libraries.map(({ name, coverage }) => (
        <CoverageView key={name} name={name} coverage={coverage} />
      ))}
    </section>
  );
}

interface RunResultsProps {
  run: TestsRun;
  /** The texts have changed since. */
  isOld: boolean;
  /** Goes to a line of the tests. */
  onLine: GoToLine;
}

/** The outcome of the last run: how many passed, each test, and the coverage if it was asked for. */
export function RunResults({ run: { isRunning, answer, error }, isOld, onLine }: RunResultsProps) {
  const tested = answer?.functions[0];
  return (
    <section aria-label="Results" aria-busy={isRunning} className="grid min-w-0 gap-3">
      {error && <ErrorNote error={error} />}
      <div role="status" className="grid gap-1">
        {isRunning && <p className="text-sm text-muted">Running the tests…</p>}
        {answer && <Summary {...answer} />}
        {answer && isOld && !isRunning && <p className="text-xs text-muted">The texts have changed since this run.</p>}
      </div>
      {tested && answer && (
        <>
          <Diagnostics tested={tested} onLine={onLine} />
          {tested.error && <FailureView failure={tested.error} label="the test file" onLine={onLine} />}
          <TestList tests={tested.tests} onLine={onLine} />
          <CoverageOf tested={tested} libraries={answer.libraries} />
        </>
      )}
    </section>
  );
}
