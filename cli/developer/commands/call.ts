import type { z } from "zod";
import type { Client } from "@ferrule/contract/client.ts";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import { ApiError } from "@ferrule/contract/api-error.ts";
import type { ErrorBody } from "@ferrule/contract/errors.ts";
import type { testAnswer } from "@ferrule/contract/resources/function.ts";
import type { AddCommand } from "../commands.ts";
import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import { answerQuestions } from "../executions/answer-questions.ts";
import { readAnswer, type GivenAnswer } from "../executions/given-answers.ts";
import { logLine } from "../executions/show-execution.ts";
import { environmentOption, type EnvironmentOption } from "../options/environment-option.ts";
import { readInput } from "../options/read-input.ts";
import { functionNamed } from "../server/function-named.ts";
import { serverEvents } from "../server/server-events.ts";
import { docsOf, helpLines } from "../terminal/docs-of.ts";
import { plain } from "../terminal/plain.ts";

type TestAnswer = z.infer<typeof testAnswer>;

interface Options extends EnvironmentOption {
  input?: string;
  deployed?: boolean;
  tenant?: string;
  answer?: GivenAnswer[];
  decline?: boolean;
}

const keepAnswer = (text: string, before: GivenAnswer[] = []) => [...before, readAnswer(text)];

/** The source of the revision that an environment serves now. */
async function deployedSource(client: Client, slug: string, environment: EnvironmentOption["env"]): Promise<string> {
  const { id, served } = await functionNamed(client, slug);
  const revision = served[environment];
  if (revision === null) {
    throw new CommandError("NOT_DEPLOYED", `${environment} does not serve ${slug}.`, {
      hint: "Run `ferrule deploy`, or leave --deployed out.",
    });
  }
  return (await client.getFunctionVersion({ params: { functionId: id, revision: String(revision) } })).source;
}

/** An error that came within a stream, where no header can lead to the page about its code. */
async function streamError(context: Context, error: ErrorBody): Promise<ApiError> {
  const { address } = await context.target();
  return new ApiError(500, error, undefined, docsOf(address, error.code, "call"));
}

/** Runs a test and prints logs as they come. Returns how it ended. */
async function run(context: Context, functionId: string, body: object): Promise<TestAnswer> {
  const { send } = await context.signedIn();
  const response = await send(`/api/functions/${functionId}/test`, {
    method: "POST",
    headers: { accept: "text/event-stream", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  for await (const { event, data } of serverEvents(response)) {
    if (event === "log") context.out.note(logLine(data as LogEntry, context.paint));
    if (event === "result") return data as TestAnswer;
    if (event === "error") throw await streamError(context, (data as { error: ErrorBody }).error);
  }
  throw new CommandError("BROKEN_OFF", "The connection broke before the result came.", {
    exit: "unreachable",
    hint: "`ferrule logs` shows whether the run has ended.",
  });
}

/** Runs a test, and goes on with answers as long as its Function asks. */
async function runAndAnswer(context: Context, functionId: string, body: object, options: Options): Promise<TestAnswer> {
  const { answer: given = [], decline = false } = options;
  const used = new Set<string>();
  let ended = await run(context, functionId, body);
  while (ended.asked !== undefined) {
    const { state, questions } = ended.asked;
    const outcomes = await answerQuestions(context, questions, { given, decline, used });
    ended = await run(context, functionId, { ...body, answers: { state, outcomes } });
  }
  for (const { name } of given) if (!used.has(name)) context.out.note(`No question has a field ${plain(name)}.`);
  return ended;
}

/** `ferrule call <function>`: runs a Function once, as the console's tests do. */
export const call: AddCommand = (commands) => {
  commands
    .add<Options>(
      "call",
      "run a Function once: its draft, or with --deployed what is served",
      async (context, options, slug = "") => {
        const client = await context.client();
        const [input, { id }] = [await readInput(context, options.input), await functionNamed(client, slug)];
        const source = options.deployed === true ? { source: await deployedSource(client, slug, options.env) } : {};
        const tenant = options.tenant === undefined ? {} : { tenantId: options.tenant };
        const body = { input, environment: options.env, asks: true, ...source, ...tenant };
        const ended = await runAndAnswer(context, id, body, options);
        const { status, output, error, durationMs, requestId } = ended;
        context.out.result(ended, () => (status === "succeeded" ? JSON.stringify(output, null, 2) : ""));
        const took = context.paint.dim(`${Math.round(durationMs)} ms, request ${plain(requestId)}`);
        if (status === "succeeded") {
          context.out.note(`${context.paint.green("✓")} ${status} ${took}`);
          return "done";
        }
        context.out.note(
          `${context.paint.red("✗")} ${status} ${took}\n  ${plain(error?.code ?? "")} ${plain(error?.message ?? "")}`,
        );
        if (error?.stack) context.out.note(context.paint.dim(plain(error.stack)));
        const { address } = await context.target();
        for (const line of helpLines(address, error === null ? [] : [error.code], "call")) context.out.note(line);
        return "failed";
      },
    )
    .argument("<function>", "its slug")
    .option("-i, --input <json>", "the input: JSON, @file, or - for the standard input; {} without it")
    .option("--deployed", "the source that the environment serves, with the settings of the draft")
    .option("--tenant <id>", "the tenant that it is called for")
    .option("--answer <name=value>", "answers a field of the Function's questions; again for more", keepAnswer)
    .option("--decline", "refuses questions that no --answer answers")
    .addOption(environmentOption("whose secrets and data it uses").default("development"));
};
