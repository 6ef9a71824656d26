import { createLanguage } from "./create-language.ts";
import { guestTypes, libraryTexts } from "./declarations.ts";
import type { LanguageAnswer, LanguageRequest } from "./language.ts";

const language = createLanguage({ libraries: libraryTexts, guest: guestTypes });

addEventListener("message", ({ data }: MessageEvent<LanguageRequest>) => {
  let answer: LanguageAnswer;
  try {
    const operation = language[data.name] as (...args: unknown[]) => unknown;
    answer = { id: data.id, result: operation(...data.args) };
  } catch (error) {
    answer = { id: data.id, failure: error instanceof Error ? error.message : String(error) };
  }
  postMessage(answer);
});
