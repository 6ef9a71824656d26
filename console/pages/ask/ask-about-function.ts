import { api } from "../../api/api.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { functionBlocks, functionFacts, helpBlocks } from "./execution-prompt.ts";
import { promptText, type Block } from "./prompt-text.ts";
import { readHelp } from "./read-help.ts";

type Detail = AnswerOf<"getFunction">;
type Diagnostic = AnswerOf<"validateFunction">["diagnostics"][number];

const placed = (slug: string, { severity, line, column, message, code }: Diagnostic): string =>
  `functions/${slug}.ts:${line}:${column} ${severity} ${message} (${code})`;

/**
 * The prompt about a Function: its source as it stands in the editor, with the problems that a build finds in it.
 * @param mayValidate whether the user's role may ask for a build
 */
export async function askAboutFunction(detail: Detail, source: string, mayValidate: boolean): Promise<string> {
  const { id, slug, name, revision, tests } = detail;
  const params = { functionId: id };
  // Without a worker, the prompt has no problems.
  const checked = mayValidate ? await api.validateFunction({ params, body: { source } }).catch(() => null) : null;
  const problems = checked?.diagnostics ?? [];
  const help = await readHelp(
    "diagnostics",
    problems.map(({ code }) => code),
  );
  const state = source === detail.source ? `revision ${revision}` : `revision ${revision} with unsaved changes`;
  const found: Block = {
    title: "Problems that the build finds",
    text: problems.map((one) => placed(slug, one)).join("\n"),
    language: "text",
  };
  return promptText(
    {
      title: `The Ferrule Function ${name}`,
      steps: [
        problems.length > 0 ? "Mend the problems that the build finds." : "Ask me what I want to change.",
        "Show the smallest change that does it, and a test for it.",
        "Say what a person has to change beside the source: a secret, a permission, a policy.",
      ],
      facts: functionFacts(detail),
      docs: [...help.map(({ path }) => path), "/docs/functions", "/docs/tests"],
      blocks: [
        found,
        ...helpBlocks(help),
        ...functionBlocks({ ...detail, source, state, derived: checked?.derived ?? detail.derived }),
        { title: `Tests in functions/${slug}.test.ts`, text: tests, language: "ts", most: 20_000 },
      ],
    },
    window.location.origin,
  );
}
