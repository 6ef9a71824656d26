import { keptPrefix } from "../../../api/kept-here.ts";
import { userHere } from "../../../api/session.ts";

const most = 20;
const longest = 20_000;

const keyOf = (functionId: string) => keptPrefix(userHere() ?? "", "inputs") + functionId;

/** The inputs with which the signed-in user ran a Function in this browser, newest first, without duplicates. */
export function listInputs(functionId: string): string[] {
  try {
    const held = JSON.parse(window.localStorage.getItem(keyOf(functionId)) ?? "[]") as unknown;
    return Array.isArray(held) ? held.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Moves an input to the front. Long ones are not kept. */
export function noteInput(functionId: string, text: string): void {
  if (text.length > longest) return;
  const inputs = [text, ...listInputs(functionId).filter((one) => one !== text)].slice(0, most);
  try {
    window.localStorage.setItem(keyOf(functionId), JSON.stringify(inputs));
  } catch {
    // The browser's storage is full: a missing history is not worth an error.
  }
}
