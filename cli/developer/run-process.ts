import { type Command, CommanderError } from "commander";
import picocolors from "picocolors";
import type { Surroundings } from "./context/context.ts";
import { type DescribedError, describedError } from "./described-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { helpLine } from "./terminal/docs-of.ts";
import { plain } from "./terminal/plain.ts";
import { wantsColor } from "./terminal/wants-color.ts";

type MakeProgram = (surroundings: Surroundings, ended: (code: number) => void) => Command;

/** Prints an error: as one JSON document; or as one line with its code and request id, the remedy, and the page about it. */
function tell(surroundings: Surroundings, args: readonly string[], { exit, ...error }: DescribedError): void {
  const { env, stderr } = surroundings;
  if (args.includes("--json")) {
    stderr.write(`${JSON.stringify({ error: { ...error, exitCode: exitCodes[exit].code } })}\n`);
    return;
  }
  const paint = picocolors.createColors(wantsColor(env, stderr, !args.includes("--no-color")));
  if (exit === "cancelled") {
    stderr.write(`${error.message}\n`);
    return;
  }
  const request = error.requestId ? `, request ${error.requestId}` : "";
  stderr.write(
    `${paint.red("error:")} ${plain(error.message)} ${paint.dim(`(${plain(error.code)}${plain(request)})`)}\n`,
  );
  if (error.hint !== undefined) stderr.write(`${plain(error.hint)}\n`);
  if (error.help !== undefined) stderr.write(`${helpLine(error.help)}\n`);
}

/** How a command line ended that commander refused, or that only requested help or the version. */
function endedEarly({ exitCode, message, code }: CommanderError): DescribedError | null {
  if (exitCode === 0 || code === "commander.help") return null;
  return { exit: "usage", code: "USAGE", message: message.replace(/^error: /, "") };
}

/** Ends the process quietly when its output's reader has gone, as in `ferrule logs | head`. */
function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
}

/**
 * Runs a program with this process's arguments, streams and environment. Ctrl-C cancels what the command waits for, and
 * the process exits with 130; a second Ctrl-C ends it at once. Sets the exit code.
 */
export async function runProcess(make: MakeProgram): Promise<void> {
  const interrupted = new AbortController();
  process.on("SIGINT", () => {
    if (interrupted.signal.aborted) process.exit(exitCodes.cancelled.code);
    interrupted.abort();
  });
  const { env, stdin, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) endWithReader(stream);
  const surroundings = { env, cwd: process.cwd(), stdin, stdout, stderr, signal: interrupted.signal };
  const args = process.argv.slice(2);
  const json = args.includes("--json");
  const program = make(surroundings, (code) => (process.exitCode = code));
  if (json) silence(program);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    const described = error instanceof CommanderError ? endedEarly(error) : describedError(error, interrupted.signal);
    if (described === null) return;
    process.exitCode = exitCodes[described.exit].code;
    // Commander has already printed the problem of a command line.
    if (json || !(error instanceof CommanderError)) tell(surroundings, args, described);
    if (env["FERRULE_DEBUG"] && error instanceof Error) stderr.write(`${error.stack ?? ""}\n`);
  } finally {
    stdin.unref?.();
  }
}

/** With `--json`, we print these texts as JSON, so commander must not print them. */
function silence(program: Command): void {
  program.configureOutput({ writeErr: () => undefined, outputError: () => undefined });
  for (const command of program.commands) silence(command);
}
