import type { Run, RunDetail, RunStep } from "@ferrule/contract/resources/run.ts";
import type { Context } from "../context/context.ts";
import { plain } from "../terminal/plain.ts";

type Paint = Context["paint"];

const mark = (status: Run["status"] | RunStep["state"], paint: Paint): string => {
  if (status === "succeeded" || status === "done") return paint.green("✓");
  if (status === "failed" || status === "expired" || status === "cancelled") return paint.red("✗");
  return paint.yellow("…");
};

/** Why a run does not go on, or how it failed; otherwise nothing. */
export const reasonOf = ({ error, waitsFor, reason }: Pick<Run, "error" | "waitsFor"> & Partial<Run>): string =>
  error === null
    ? [waitsFor, reason].filter(Boolean).join(" ")
    : [error.code, error.message].filter(Boolean).join(": ");

/** A run in one line: how it is, what runs, its id, its attempt, and why it stands still. */
export function runLine(run: Run, paint: Paint): string {
  const { status, functionName, id, environment, attempt } = run;
  const reason = reasonOf(run);
  const tail = paint.dim(`${id} ${environment}, attempt ${attempt}`);
  return `${mark(status, paint)} ${paint.bold(plain(functionName))} ${status} ${tail}${reason === "" ? "" : `\n  ${plain(reason)}`}`;
}

function stepLine(step: RunStep, paint: Paint): string {
  const { key, kind, state, attempts, durationMs } = step;
  const tried = attempts > 1 ? `, ${attempts} tries` : "";
  const took = durationMs === null ? "" : `, ${Math.round(durationMs)} ms`;
  const reason = reasonOf(step);
  const shown = state === "done" && step.shown !== null ? ` ${paint.dim(plain(step.shown))}` : "";
  const head = `  ${mark(state, paint)} ${plain(key)} ${paint.dim(`${kind} ${state}${tried}${took}`)}${shown}`;
  return reason === "" ? head : `${head}\n      ${plain(reason)}`;
}

/** A run with its input, its steps in the order of the Function, and its result. */
export function runText(run: RunDetail, paint: Paint): string {
  const output = run.shownOutput === null ? [] : [`  output ${plain(run.shownOutput)}`];
  const children = run.children.map(
    ({ id, functionName, status }) => `  child  ${plain(functionName)} ${status} ${paint.dim(id)}`,
  );
  const steps = run.timeline.map((step) => stepLine(step, paint));
  const input = run.shownInput === null ? [] : [`  input  ${plain(run.shownInput)}`];
  return [runLine(run, paint), ...input, ...steps, ...children, ...output].join("\n");
}
