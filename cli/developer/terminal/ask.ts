import { confirm, password, select, text } from "@clack/prompts";
import { text as readAll } from "node:stream/consumers";
import { CommandError } from "../command-error.ts";

/** Asks the person at the terminal. */
export interface Ask {
  /** Whether there is a person to ask. */
  interactive: boolean;
  confirm: (message: string) => Promise<boolean>;
  line: (message: string, placeholder?: string) => Promise<string>;
  /** One of several values. */
  choice: (message: string, options: { value: string; label: string; hint?: string }[]) => Promise<string>;
  /** Reads a value without showing it, or all of standard input if that is not a terminal; drops the final line end. */
  secret: (message: string) => Promise<string>;
  /** All of standard input as text. */
  stdin: () => Promise<string>;
}

const cancelled = (): CommandError => new CommandError("CANCELLED", "Cancelled.", { exit: "cancelled" });

const withoutLineEnd = (value: string) => value.replace(/\r?\n$/, "");

/** Asks on standard error, so that standard output holds only results. */
export function createAsk(streams: { stdin: NodeJS.ReadStream; stderr: NodeJS.WriteStream }, signal: AbortSignal): Ask {
  const { stdin, stderr } = streams;
  const interactive = stdin.isTTY && stderr.isTTY;
  const common = { input: stdin, output: stderr, signal, withGuide: false };
  const refuseAlone = (message: string) => {
    if (interactive) return;
    throw new CommandError("NO_TERMINAL", `There is no terminal to ask you: ${message}`, {
      exit: "usage",
      hint: "Answer with the command's options. `--help` lists them.",
    });
  };
  const line = async (message: string, ask: () => Promise<string | symbol>): Promise<string> => {
    refuseAlone(message);
    const answer = await ask();
    if (typeof answer === "symbol") throw cancelled();
    return answer;
  };
  return {
    interactive,
    confirm: async (message) => {
      refuseAlone(message);
      const answer = await confirm({ ...common, message, initialValue: false });
      if (typeof answer === "symbol") throw cancelled();
      return answer;
    },
    line: (message, placeholder = "") => line(message, () => text({ ...common, message, placeholder })),
    choice: (message, options) => line(message, () => select({ ...common, message, options })),
    secret: async (message) =>
      stdin.isTTY ? line(message, () => password({ ...common, message })) : withoutLineEnd(await readAll(stdin)),
    stdin: () => readAll(stdin),
  };
}
