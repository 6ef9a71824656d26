import type { Language, LanguageAnswer } from "./language.ts";

/** The same as `Language`, but in another thread. */
export type RunningLanguage = {
  [Name in Exclude<keyof Language, "setSource" | "setTypes" | "setTested">]: (
    source: string,
    ...args: Parameters<Language[Name]>
  ) => Promise<ReturnType<Language[Name]>>;
} & Pick<Language, "setTypes" | "setTested"> & { stop: () => void };

type AnyRequest = { name: keyof Language; args: unknown[] };

/**
 * Starts this page's own TypeScript in a worker (1.1 MB once, then from the browser's cache). Every question is about
 * the current text, which is sent only when it has changed. A question asked after `stop` is never answered.
 */
export function startLanguage(): RunningLanguage {
  const worker = new Worker(new URL("./typescript.worker.ts", import.meta.url), { type: "module", name: "typescript" });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let asked = 0;
  let sent: string | undefined;

  const send = (request: AnyRequest) => {
    asked += 1;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows take one, not workers
    worker.postMessage({ id: asked, ...request });
    return asked;
  };
  const ask =
    (name: keyof Language) =>
    (source: string, ...args: unknown[]): Promise<never> => {
      if (source !== sent) {
        sent = source;
        send({ name: "setSource", args: [source] });
      }
      const id = send({ name, args });
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      });
    };

  worker.addEventListener("message", ({ data }: MessageEvent<LanguageAnswer>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ("failure" in data) one?.reject(new Error(data.failure));
    else one?.resolve(data.result);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    for (const { reject } of waiting.values()) reject(new Error("TypeScript could not start in this browser."));
    waiting.clear();
  });
  return {
    setTypes: (text) => void send({ name: "setTypes", args: [text] }),
    setTested: (tested) => void send({ name: "setTested", args: [tested] }),
    problems: ask("problems"),
    suggest: ask("suggest"),
    explain: ask("explain"),
    hover: ask("hover"),
    signature: ask("signature"),
    define: ask("define"),
    format: ask("format"),
    stop: () => worker.terminate(),
  };
}
