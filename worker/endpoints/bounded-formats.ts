import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Format } from "ajv";

/** The formats' own expressions are quadratic at worst; no date, address or URI that people send is longer. */
const longestText = 4_096;

type Test = (text: string) => boolean;

const bounded =
  (test: Test): Test =>
  (text) =>
    text.length <= longestText && test(text);

/** Every format of ajv-formats, each of which answers false for a text of more than 4,096 characters. */
export const boundedFormats: Record<string, Format> = Object.fromEntries(
  Object.entries(fullFormats).map(([name, format]: [string, Format]) => {
    if (format instanceof RegExp) return [name, bounded((text) => format.test(text))];
    if (typeof format === "function") return [name, bounded(format)];
    if (typeof format === "string" || typeof format === "boolean") return [name, format];
    const { validate } = format;
    if (format.type === "number" || format.async === true) return [name, format];
    if (validate instanceof RegExp) return [name, { ...format, validate: bounded((text) => validate.test(text)) }];
    if (typeof validate !== "function") return [name, format];
    return [name, { ...format, validate: bounded((text) => (validate as Test)(text)) }];
  }),
);
