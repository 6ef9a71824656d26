const prefix = "ferrule.inputs.";
const most = 20;
const longest = 20_000;

/** The inputs that a Function was run with from this browser, newest first, each once. */
export function listInputs(functionId: string): string[] {
  try {
    const held = JSON.parse(window.localStorage.getItem(prefix + functionId) ?? "[]") as unknown;
    return Array.isArray(held) ? held.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Puts an input first. Long ones are not kept. */
export function noteInput(functionId: string, text: string): void {
  if (text.length > longest) return;
  const inputs = [text, ...listInputs(functionId).filter((one) => one !== text)].slice(0, most);
  try {
    window.localStorage.setItem(prefix + functionId, JSON.stringify(inputs));
  } catch {
    // The browser's quota: a history is not worth a failure.
  }
}
