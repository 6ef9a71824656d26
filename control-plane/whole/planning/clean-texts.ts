import { withoutControls } from "@ferrule/contract/resources/fields.ts";

const line = (value: string) => withoutControls(value).replaceAll(/\s+/g, " ").trim() || "unnamed";

interface Texts {
  name?: string;
  title?: string | null;
  description?: string;
  instructions?: string;
}

/** Removes control characters from texts that were stored before they were refused, so that an export can be imported. */
export const cleanTexts = <T extends Texts>(part: T): T => ({
  ...part,
  ...(part.name === undefined ? {} : { name: line(part.name) }),
  ...(typeof part.title === "string" ? { title: line(part.title) } : {}),
  ...(part.description === undefined ? {} : { description: withoutControls(part.description) }),
  ...(part.instructions === undefined ? {} : { instructions: withoutControls(part.instructions) }),
});
