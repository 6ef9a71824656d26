import { isErrorCode } from "./help.ts";
import { hostErrorHelp } from "./host-error-help.ts";

/** Whether `/docs/errors/<code>` exists: for Ferrule's codes of answers, calls and the context, not for a Function's own. */
export const hasErrorPage = (code: string): boolean => isErrorCode(code) || Object.hasOwn(hostErrorHelp, code);
