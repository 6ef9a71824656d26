import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";

async function textOf({ ask, cwd }: Context, given: string): Promise<[text: string, from: string]> {
  if (given === "-") return [await ask.stdin(), "The standard input"];
  if (!given.startsWith("@")) return [given, "--input"];
  const path = resolve(cwd, given.slice(1));
  try {
    return [await readFile(path, "utf8"), path];
  } catch (error) {
    throw new CommandError("INPUT_UNREADABLE", `${path} cannot be read.`, { exit: "usage", cause: error });
  }
}

/**
 * Reads the input of a call: JSON text, `@file`, or `-` for the standard input. @throws CommandError for a text that is
 * not JSON
 */
export async function readInput(context: Context, given = "{}"): Promise<unknown> {
  const [text, from] = await textOf(context, given);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new CommandError("INPUT_NOT_JSON", `${from} is not JSON: ${(error as Error).message}`, {
      exit: "usage",
      hint: `Write it like --input '{"orderId":"A-1001"}', or name a file with --input @order.json.`,
      cause: error,
    });
  }
}
