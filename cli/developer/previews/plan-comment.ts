import type { ServedPreview } from "@ferrule/contract/resources/preview.ts";
import type { ProjectSourcePlan } from "@ferrule/contract/resources/project-source.ts";
import type { PlacedProblem } from "../terminal/placed-problem.ts";

/** What a comment on a request says of a preview. */
export interface Commented {
  name: string;
  project: string;
  commit: string | null;
  answer: ServedPreview;
  /** Of the build, at their places in the folder. */
  problems: readonly PlacedProblem[];
  plan: ProjectSourcePlan;
}

const mostLines = 50;

/** A text of somebody else as plain text of Markdown: without markup, links, mentions and line ends. */
export const markdownText = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- they end lines
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ")
    .replace(/[\\`*_{}[\]()#+!|<>~&:@]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const list = (lines: readonly string[]) => {
  const more = lines.length > mostLines ? [`- … and ${lines.length - mostLines} more`] : [];
  return [...lines.slice(0, mostLines).map((line) => `- ${line}`), ...more].join("\n");
};

function addressesPart({ answer }: Commented): string {
  if (answer.addresses.length === 0) return "The folder has no endpoint, so nobody can call it.";
  const rows = answer.addresses.map(
    ({ endpoint, kind, url, callerMode }) => `| ${markdownText(endpoint)} | ${kind} | <${url}> | ${callerMode} |`,
  );
  const keys = "Development's keys of an endpoint open it here, too.";
  return ["| Endpoint | Kind | Address | Callers |", "| --- | --- | --- | --- |", ...rows, "", keys].join("\n");
}

const byEnvironment = (lost: ProjectSourcePlan["breaking"] | undefined) =>
  (["development", "production"] as const).flatMap((environment) => {
    const lines = (lost?.[environment] ?? []).map(markdownText);
    return lines.length === 0 ? [] : [`In ${environment}:\n\n${list(lines)}`];
  });

function breakingPart({ plan }: Commented): string {
  const [breaking, uncalled] = [byEnvironment(plan.breaking), byEnvironment(plan.uncalled)];
  return [
    ...(breaking.length === 0
      ? ["It breaks no callers."]
      : ["**What callers lose once this is deployed**", ...breaking]),
    ...(uncalled.length === 0 ? [] : ["**What nobody can call, so it breaks nobody**", ...uncalled]),
  ].join("\n\n");
}

function missingPart({ plan, answer }: Commented): string {
  const { grants, ...named } = plan.missing;
  const lines = [
    ...Object.entries(named).flatMap(([kind, names]) => names.map((name) => `${kind}: ${markdownText(name)}`)),
    ...grants.map((one) => `a grant of ${markdownText(one.collection)} to ${markdownText(one.function)}`),
    ...answer.problems.map(markdownText),
  ];
  return lines.length === 0 ? "" : `**What is missing**\n\n${list(lines)}`;
}

function statePart({ answer, problems }: Commented): string {
  if (answer.status === "serving") return "";
  const why = answer.error === null ? "" : ` ${markdownText(answer.error.message)}`;
  const errors = problems.filter(({ severity }) => severity === "error");
  const places = errors.map(
    ({ file, line, column, message }) => `${markdownText([file, line, column].join(":"))} ${markdownText(message)}`,
  );
  const told = `**This commit is not served.**${why} What was served before stays.`;
  return places.length === 0 ? told : `${told}\n\n${list(places)}`;
}

/** A comment on a pull request, in Markdown: where the preview is, and what the change breaks. It holds no key. */
export function planComment(commented: Commented): string {
  const { name, project, commit, answer } = commented;
  const of = commit === null ? "" : ` of ${markdownText(commit.slice(0, 12))}`;
  const head = `### Preview ${name}${of} in ${markdownText(project)}`;
  const until = `It ends at ${answer.endsAt}, if nothing changes until then.`;
  return [head, statePart(commented), addressesPart(commented), breakingPart(commented), missingPart(commented), until]
    .filter((part) => part !== "")
    .join("\n\n");
}
