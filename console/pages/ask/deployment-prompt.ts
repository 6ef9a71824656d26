import type { AnswerOf } from "../../api/use-operation.ts";
import { helpBlocks } from "./execution-prompt.ts";
import type { Block, Prompt } from "./prompt-text.ts";
import type { HelpPage } from "./read-help.ts";

type Deployment = AnswerOf<"getDeployment">;

/** A source that a build complains of: `look-up.ts`, or `look-up.test.ts` for its tests. */
export interface NamedSource {
  file: string;
  text: string;
}

interface Place {
  code?: string;
  file?: string;
  line?: number;
}

const placeOf = (data: unknown): Place => data ?? {};

/** The codes of a failed deployment, its own first. */
export const codesOf = ({ error, log }: Deployment): string[] => [
  ...(error === null ? [] : [error.code]),
  ...log.flatMap(({ level, data }) => (level === "error" ? (placeOf(data).code ?? []) : [])),
];

/** The files that a failed deployment names, each once. */
export const filesOf = ({ error, log }: Deployment): string[] => [
  ...new Set(
    [
      error?.file ?? [],
      ...log.flatMap(({ level, data }) => (level === "error" ? (placeOf(data).file ?? []) : [])),
    ].flat(),
  ),
];

const logText = ({ log }: Deployment): string =>
  log
    .filter(({ level }) => level !== "info" && level !== "debug")
    .slice(-100)
    .map(({ level, message, data }) => {
      const { code, file, line } = placeOf(data);
      const place = file === undefined ? "" : `functions/${file}${line === undefined ? "" : `:${line}`} `;
      return `${level} ${place}${message}${code === undefined ? "" : ` (${code})`}`;
    })
    .join("\n");

/** The prompt about a failed deployment: where it failed, what each code means, and the sources that it names. */
export function deploymentPrompt(
  deployment: Deployment,
  sources: readonly NamedSource[],
  help: readonly HelpPage[],
): Prompt {
  const { id, number, kind, target, error } = deployment;
  const place = error?.file == null ? "" : `, at functions/${error.file}${error.line === null ? "" : `:${error.line}`}`;
  const blocks: Block[] = [
    { title: "Error", text: error?.message ?? "", language: "text" },
    { title: "Warnings and errors of the log", text: logText(deployment), language: "text" },
    ...helpBlocks(help),
    ...sources.map(({ file, text }) => ({ title: `Draft of functions/${file}`, text, language: "ts", most: 30_000 })),
  ];
  return {
    title: "A deployment of a Ferrule Project failed",
    steps: [
      "Say why the deployment failed, with the file and the line.",
      "Show the smallest change that mends it. If a test failed, say whether the test or the Function is wrong.",
      "If no source is wrong, say what a person has to change.",
    ],
    facts: [
      `It is #${number} (${id}), a ${kind} to ${target}.`,
      ...(error === null ? [] : [`It failed with the code ${error.code} in the step ${error.step}${place}.`]),
      `${target} continues to serve what it served before.`,
    ],
    docs: [...help.map(({ path }) => path), "/docs/functions", "/docs/troubleshooting"],
    blocks,
  };
}
