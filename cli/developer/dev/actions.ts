import { isTruncated, maskedPlaces } from "@ferrule/contract/function-tests/recorded-values.ts";
import { CommandError } from "../command-error.ts";
import { describedError } from "../described-error.ts";
import { helpLine } from "../terminal/docs-of.ts";
import { openInBrowser } from "../terminal/open-in-browser.ts";
import { plain } from "../terminal/plain.ts";
import type { TestQuestion } from "@ferrule/contract/internal/test-questions.ts";
import { answerQuestions } from "../executions/answer-questions.ts";
import { callPreview } from "./call-preview.ts";
import { type CallTarget, callTargets } from "./call-targets.ts";
import type { Session } from "./session.ts";
import { slugNamed } from "./stack-place.ts";

/** A call that was made from here. */
interface MadeCall {
  called: string;
  endpoint: string;
  input: unknown;
}

/** What the keys of `ferrule dev` do. */
export interface Actions {
  again: () => Promise<void>;
  choose: () => Promise<void>;
  open: () => Promise<void>;
}

const nothingYet = () =>
  new CommandError("NO_CALL_YET", "Nothing was called yet.", { hint: "Press c to choose what to call." });

const targetsOf = ({ served }: Session): CallTarget[] =>
  served === null ? [] : callTargets(served.source, served.answer.addresses);

/** The newest call of the preview, as it can be made again. @throws CommandError where its record does not hold the input */
async function newestCall(session: Session): Promise<{ target: CallTarget; input: unknown }> {
  const { context, name, served, lastExecutionId } = session;
  const client = await context.client();
  const query = { preview: name, limit: 1 };
  const executionId = lastExecutionId ?? (await client.listExecutions({ query })).items[0]?.id;
  if (executionId === undefined || served === null) throw nothingYet();
  const { functionName, input } = await client.getExecution({ params: { executionId } });
  const choose = { hint: "Press c to choose a Function and to give the input." };
  if (isTruncated(input))
    throw new CommandError("INPUT_NOT_RECORDED", "The input of the last call was too large to be recorded.", choose);
  const masked = maskedPlaces(input, "input");
  if (masked.length > 0)
    throw new CommandError(
      "INPUT_MASKED",
      `The record of the last call masks ${masked.slice(0, 5).join(", ")}.`,
      choose,
    );
  const slug = slugNamed(served.source, functionName);
  const target = targetsOf(session).find((one) => one.function === slug);
  if (target === undefined) throw new CommandError("NOT_OFFERED", `Nothing offers ${functionName} any more.`, choose);
  return { target, input };
}

/** Lets questions read what is typed. */
type Lend = <T>(work: () => Promise<T>) => Promise<T>;

/** The actions of a session. Each says what goes wrong, and ends nothing. */
export function actionsOf(session: Session, lend: Lend): Actions {
  const { context, say, signal } = session;
  let last: MadeCall | null = null;
  const carefully = (work: () => Promise<void>) => async () => {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      const { exit, message, hint, help } = describedError(error, context.signal);
      if (exit === "cancelled") return;
      const more = `${hint ? ` ${plain(hint)}` : ""}${help ? `\n${helpLine(help)}` : ""}`;
      say.note(`${context.paint.red("✗")} ${plain(message)}${more}`);
    }
  };
  const callIt = async (target: CallTarget, input: unknown) => {
    last = { called: target.called, endpoint: target.address.endpoint, input };
    const speaking = { ...context, out: { ...context.out, note: say.note } };
    const ask = (questions: readonly TestQuestion[]) =>
      lend(() => say.during(() => answerQuestions(context, questions, { given: [], decline: false, used: new Set() })));
    await callPreview(speaking, target, input, { key: session.key, signal, ask });
  };
  return {
    again: carefully(async () => {
      if (session.served === null) throw nothingYet();
      const made = last;
      if (made === null) {
        const { target, input } = await newestCall(session);
        return callIt(target, input);
      }
      const isIt = ({ called, address }: CallTarget) => called === made.called && address.endpoint === made.endpoint;
      const target = targetsOf(session).find(isIt);
      if (target === undefined) throw new CommandError("NOT_OFFERED", `${made.called} is not there any more.`);
      await callIt(target, made.input);
    }),
    choose: carefully(async () => {
      const targets = targetsOf(session);
      if (targets.length === 0)
        throw new CommandError("NOT_OFFERED", "The folder offers no tool and no route, so nothing can be called.");
      const choose = async () => {
        const options = targets.map((one, at) => ({
          value: String(at),
          label: `${one.address.endpoint} ${one.called}`,
          hint: one.function,
        }));
        const at = await context.ask.choice("What do you want to call?", options);
        const text = await context.ask.line("Input, as JSON", "{}");
        return { target: targets[Number(at)]!, text: text.trim() === "" ? "{}" : text };
      };
      const chosen = await lend(() => say.during(choose));
      let input: unknown;
      try {
        input = JSON.parse(chosen.text);
      } catch (error) {
        throw new CommandError("INPUT_NOT_JSON", `That is not JSON: ${(error as Error).message}.`);
      }
      await callIt(chosen.target, input);
    }),
    open: carefully(async () => {
      const { address } = await context.target();
      const page = `${address}/executions?preview=${encodeURIComponent(session.name)}`;
      if (!(await openInBrowser(page, context.env)))
        say.note(`No browser could be opened here. Open ${page} yourself.`);
    }),
  };
}
