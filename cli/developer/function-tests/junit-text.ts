import type { TestRun } from "@ferrule/contract/resources/test-run.ts";
import type { ProjectFolder } from "../project/reading/read-project.ts";
import { testFile } from "./test-file.ts";

type TestedFunction = TestRun["functions"][number];
type TestError = NonNullable<TestedFunction["error"]>;

/** A text in XML 1.0, which has no way to write most control characters. */
const escaped = (text: string) =>
  text
    // eslint-disable-next-line no-control-regex -- XML has no way to write them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .toWellFormed()
    .replace(/[&<>"'\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const attributes = (all: Record<string, string | number>) =>
  Object.entries(all)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join("");

function failure(kind: "failure" | "error", { code, message, stack, expected, actual }: TestError): string {
  const compared = expected === undefined ? "" : `\nexpected: ${expected}\nactual: ${actual ?? ""}`;
  return `<${kind}${attributes({ type: code, message })}>${escaped(`${stack ?? message}${compared}`)}</${kind}>`;
}

function suite(tested: TestedFunction, file: string): string {
  const { slug, tests, error, diagnostics } = tested;
  const cases = tests.map(({ name, status, durationMs, error: why, logs }) => {
    const head = attributes({ name: name.join(" > "), classname: slug, file, time: (durationMs / 1_000).toFixed(3) });
    const inside = status === "skipped" ? "<skipped/>" : why === null ? "" : failure("failure", why);
    const said = logs.map(({ level, message }) => `${level} ${message}`).join("\n");
    const out = said === "" ? "" : `<system-out>${escaped(said)}</system-out>`;
    return `    <testcase${head}>${inside}${out}</testcase>\n`;
  });
  const wrong = diagnostics.filter(({ severity }) => severity === "error");
  const broken = [
    ...(error === null ? [] : [error]),
    ...wrong.map(({ message, line, column, code }) => ({
      code,
      message,
      stack: `${file}:${line}:${column}`,
      line,
      column,
    })),
  ];
  const files = broken.map(
    (one) => `    <testcase${attributes({ name: file, classname: slug, file })}>${failure("error", one)}</testcase>\n`,
  );
  const counts = {
    tests: cases.length + files.length,
    failures: tests.filter(({ status }) => status === "failed").length,
    errors: files.length,
    skipped: tests.filter(({ status }) => status === "skipped").length,
  };
  return `  <testsuite${attributes({ name: slug, file, ...counts })}>\n${cases.join("")}${files.join("")}  </testsuite>\n`;
}

/** A run of tests in the form of JUnit, which forges show. */
export function junitText(run: TestRun, folder: Pick<ProjectFolder, "places">): string {
  const suites = run.functions.map((one) => suite(one, testFile(one.slug, folder))).join("");
  const head = attributes({ name: "ferrule test", time: (run.durationMs / 1_000).toFixed(3) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n${suites}</testsuites>\n`;
}
