import { fullFormats } from "ajv-formats/dist/formats.js";
import { spend } from "../work-meter.ts";

/**
 * The formats' own expressions are quadratic at worst. No date, address or URI that people send is longer than this.
 */
const longestText = 4_096;
/** The slowest format is the URI: 10 ms for the longest text. */
const stepsPerCharacter = 20;

type Test = (text: string) => boolean;

const bounded =
  (test: Test): Test =>
  (text) => {
    if (text.length > longestText) return false;
    spend(text.length * stepsPerCharacter);
    return test(text);
  };

type Format = (typeof fullFormats)[keyof typeof fullFormats];

function boundedFormat(format: Format): unknown {
  if (format instanceof RegExp) return bounded((text) => format.test(text));
  if (typeof format === "function") return bounded(format);
  if (typeof format !== "object" || format.type === "number") return format;
  const { validate } = format;
  if (validate instanceof RegExp) return { ...format, validate: bounded((text) => validate.test(text)) };
  if (typeof validate !== "function") return format;
  return { ...format, validate: bounded(validate as Test) };
}

/** Every format of ajv-formats, in ajv's form. Each returns false for a text of more than 4,096 characters. */
export const boundedFormats: Record<string, unknown> = Object.fromEntries(
  Object.entries(fullFormats).map(([name, format]) => [name, boundedFormat(format)]),
);
