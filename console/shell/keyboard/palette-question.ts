import type { Environment } from "@ferrule/contract/states.ts";
import { createStore } from "../../api/store.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import type { PaletteVerb } from "./verb-of.ts";

/** What the palette is about to do to something that the search has found. */
export interface PaletteQuestion {
  verb: PaletteVerb;
  found: AnswerOf<"search">["items"][number];
  /** Where an endpoint is stopped. */
  environment: Environment;
}

/** The question that is open over the page; null when there is none. */
export const paletteQuestion = createStore<PaletteQuestion | null>(null);
