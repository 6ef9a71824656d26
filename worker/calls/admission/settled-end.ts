import type { Reply } from "../../running/sandbox/call/invocation.ts";
import type { CallFailure } from "./call-failure.ts";

/** The end of a call that ran. */
export type SettledEnd = { kind: "returned"; outputJson: string; output: unknown; reply: Reply | null } | CallFailure;
