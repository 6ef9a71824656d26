import { reflectApply } from "../../primordials.ts";
import { log } from "../../log.ts";
import { inspect } from "../../inspect.ts";
import { needArguments } from "../interface.ts";
import { reportException, useErrorHandler } from "./report-error.ts";

type Handler = (message: string, source: string, line: number, column: number, error: unknown) => unknown;

const handlers = { onerror: null as Handler | null };
let reporting = false;

/** https://html.spec.whatwg.org/#dom-reporterror */
function reportError(error: unknown): void {
  needArguments("reportError", arguments, 1);
  reportException(error);
}

/** Defines `reportError` and `onerror` globally. `onerror` gets errors from listeners and `reportError` first. */
export function defineGlobalErrors(): void {
  useErrorHandler((error) => {
    const handler = handlers.onerror;
    if (handler === null || reporting) return false;
    reporting = true;
    try {
      return reflectApply(handler, globalThis, [inspect(error), "", 0, 0, error]) === true;
    } catch (thrown) {
      log("error", `Uncaught ${inspect(thrown)}`);
      return false;
    } finally {
      reporting = false;
    }
  });
  Object.defineProperty(reportError, "name", { value: "reportError", configurable: true });
  Object.defineProperty(globalThis, "reportError", {
    value: reportError,
    writable: true,
    configurable: true,
    enumerable: true,
  });
  Object.defineProperty(globalThis, "onerror", {
    get: () => handlers.onerror,
    set: (handler: unknown) => {
      handlers.onerror = typeof handler === "function" ? (handler as Handler) : null;
    },
    configurable: true,
    enumerable: true,
  });
}
