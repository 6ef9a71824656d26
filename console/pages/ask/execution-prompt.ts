import type { AnswerOf } from "../../api/use-operation.ts";
import { jsonBlock, type Block, type Prompt } from "./prompt-text.ts";
import type { HelpPage } from "./read-help.ts";

type Execution = AnswerOf<"getExecution">;
type Detail = AnswerOf<"getFunction">;

/** The Function that a call ran. */
export type RanFunction = Pick<
  Detail,
  "slug" | "source" | "inputSchema" | "outputSchema" | "permissions" | "derived" | "timeoutMs"
> & {
  /** Which source it is: `revision 3, the draft`. */
  state: string;
};

const mostLines = 100;

const logText = ({ logs }: Execution): string =>
  logs
    .slice(-mostLines)
    .map(({ at, level, message, data }) =>
      [at, level, message, ...(data === undefined ? [] : [JSON.stringify(data)])].join(" "),
    )
    .join("\n");

/** What a prompt shows of a Function: its source, and the schemas that callers see. */
export const functionBlocks = ({ slug, state, source, inputSchema, outputSchema, derived }: RanFunction): Block[] => [
  { title: `Source of functions/${slug}.ts (${state})`, text: source, language: "ts", most: 60_000 },
  ...jsonBlock("Schema of the input", inputSchema ?? derived?.inputSchema),
  ...jsonBlock("Schema of the result", outputSchema ?? derived?.outputSchema),
];

/** What is known of a Function's settings. */
export const functionFacts = ({ permissions, timeoutMs }: Pick<RanFunction, "permissions" | "timeoutMs">): string[] => [
  `It may use: ${JSON.stringify(permissions)}. Secrets and connections are names only.`,
  `Its timeout is ${timeoutMs} ms.`,
];

export const helpBlocks = (help: readonly HelpPage[]): Block[] =>
  help.map(({ path, text }) => ({ title: `What ${path.split("/").at(-1)} means`, text, language: "md", most: 3_000 }));

/** The prompt about a failed call. The server has masked its input, logs and messages. */
export function executionPrompt(execution: Execution, ran: RanFunction | null, help: readonly HelpPage[]): Prompt {
  const { id, functionName, environment, source, status, error, input, durationMs, hostCalls, calls } = execution;
  return {
    title: `A call of the Ferrule Function ${functionName} failed`,
    steps: [
      "Say why the call failed, with the line of the source.",
      "Show the smallest change that mends it, and a test for it.",
      "If the source is right, say what a person has to change: a secret, a permission, a policy, the caller, or another system.",
    ],
    facts: [
      `The call ended as ${status}${error === null ? "" : ` with the code ${error.code}`}, after ${Math.round(durationMs)} ms, in ${environment}, called by ${source}.`,
      `Its execution is ${id}.`,
      ...(ran === null ? ["Its source is not known any more."] : functionFacts(ran)),
    ],
    docs: [...help.map(({ path }) => path), "/docs/functions"],
    blocks: [
      ...(error === null ? [] : [{ title: "Error", text: error.stack ?? error.message, language: "text" }]),
      ...helpBlocks(help),
      ...(ran === null ? [] : functionBlocks(ran)),
      ...jsonBlock("Input of the call, masked", input),
      { title: "Log, masked", text: logText(execution), language: "text" },
      ...(calls.length === 0 ? [] : jsonBlock("Requests that it sent", calls.slice(-20))),
      ...(hostCalls.length === 0 ? [] : jsonBlock("What it used of its context", hostCalls.slice(-20))),
    ],
  };
}
