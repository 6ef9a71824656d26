import { abortCall, attach, beginCall, useCell } from "./call.ts";
import { FunctionError } from "./function-error.ts";
import { harden } from "./harden.ts";
import { useHost, type Host } from "./host.ts";
import { installGlobals } from "./install-globals.ts";
import { takeReply } from "./requests.ts";
import { tick } from "./timers.ts";

type Told = [Host["finish"], Host["log"], Host["call"], Host["drop"], Host["progress"]];

/**
 * Runs once in each isolate, before any code of a Function. It takes the host's functions and returns the only entry
 * point. Functions whose result nobody awaits come twice: for turns in the engine's threads, and for turns in the
 * executor's own.
 */
function boot(
  begun: SharedArrayBuffer,
  [attached, alarm, random]: [Host["attached"], Host["alarm"], Host["random"]],
  told: Told,
  toldInline: Told,
) {
  const hostOf = ([finish, log, call, drop, progress]: Told): Host => {
    return { finish, log, call, attached, drop, alarm, random, progress };
  };
  const host = hostOf(told);
  const hostInline = hostOf(toldInline);
  useCell(begun);
  harden();
  return (isInline: boolean, kind: string, ...args: unknown[]): void => {
    useHost(isInline ? hostInline : host);
    if (kind === "call") beginCall(args[0] as number, args[1] as string, args[2] as string);
    else if (kind === "reply")
      takeReply(args[0] as number, args[1] as boolean, args[2] as string, args[3] as ArrayBuffer);
    else if (kind === "tick") tick();
    else if (kind === "abort") abortCall(args[0] as string);
  };
}

installGlobals();
// Hardening waits for boot: V8 installs some globals when it creates a context from a snapshot, and aborts if it
// cannot.
const hidden = (value: unknown) => ({ value, configurable: true, enumerable: false, writable: false });
Object.defineProperty(globalThis, "__ferrule_boot", hidden(boot));
Object.defineProperty(globalThis, "__ferrule_module", hidden({ FunctionError, attach }));
