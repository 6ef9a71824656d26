import type { Context } from "../context/context.ts";
import { plain } from "./plain.ts";
import { sourceFrame } from "./source-frame.ts";

/** What is wrong at a place of a file. Lines and columns count from 1. */
export interface PlacedProblem {
  severity: "error" | "warning";
  message: string;
  /** For programs; empty where there is none. */
  code: string;
  /** From the Project's folder. */
  file: string;
  line?: number | null | undefined;
  column?: number | null | undefined;
}

/** A problem in a line of its own, with the lines around its place if the text of the file is known. */
export function placedProblem(problem: PlacedProblem, text: string | null, paint: Context["paint"]): string {
  const { severity, message, code, file, line, column } = problem;
  const place = [file, line, column].filter((part) => part !== undefined && part !== null).join(":");
  const kind = severity === "error" ? paint.red("error") : paint.yellow("warning");
  const head = `${paint.bold(plain(place))} ${kind} ${plain(message)}${code === "" ? "" : ` ${paint.dim(plain(code))}`}`;
  if (text === null || line === undefined || line === null) return head;
  return `${head}\n${sourceFrame(text, line, column ?? null, paint)}\n`;
}
