import { fieldsJson } from "./frame-json.ts";
import { isFunctionError, isOfPlatform } from "./function-error.ts";
import { inspect } from "./inspect.ts";
import { limits } from "./limits.ts";
import { requiredCapability } from "./mcp.ts";
import { isError, jsonStringify, stringSlice, StringOf } from "./primordials.ts";

function textOf(error: object, property: "message" | "name" | "stack", most: number): string {
  try {
    const value = (error as Record<string, unknown>)[property];
    return typeof value === "string" ? stringSlice(value, 0, most) : "";
  } catch {
    return "";
  }
}

function detailsOf(details: unknown): unknown {
  if (details === undefined) return undefined;
  try {
    const json = jsonStringify(details);
    return json !== undefined && json.length <= limits.detailsChars ? details : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Describes anything that can be thrown as JSON, inside the isolate. Getters, traps and prototypes run in the
 * Function's own time and can be interrupted. It never throws.
 */
export function describeError(error: unknown): string {
  try {
    return described(error);
  } catch {
    return described("something that cannot be shown");
  }
}

function described(error: unknown): string {
  if (isFunctionError(error)) {
    return fieldsJson({
      safe: true,
      ofPlatform: isOfPlatform(error),
      code: stringSlice(StringOf(error.code), 0, 200),
      message: textOf(error, "message", limits.errorMessageChars),
      status: typeof error.status === "number" ? error.status : null,
      details: detailsOf(error.details),
      stack: textOf(error, "stack", limits.stackChars) || null,
      requiredCapability: requiredCapability(error),
    });
  }
  if (isError(error)) {
    const name = textOf(error, "name", 100);
    const message = textOf(error, "message", limits.errorMessageChars);
    return fieldsJson({
      safe: false,
      code: "FUNCTION_ERROR",
      message: name === "" || name === "Error" ? message || "Error" : message === "" ? name : `${name}: ${message}`,
      status: null,
      stack: textOf(error, "stack", limits.stackChars) || null,
      outOfMemory: name === "RangeError" && message === "Array buffer allocation failed",
    });
  }
  return fieldsJson({
    safe: false,
    code: "FUNCTION_ERROR",
    message: stringSlice(`The Function threw ${inspect(error)}`, 0, limits.errorMessageChars),
    status: null,
    stack: null,
  });
}
