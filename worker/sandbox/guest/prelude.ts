import { abortCall, attach, beginCall, useCell } from "./call.ts";
import { FunctionError } from "./function-error.ts";
import { harden } from "./harden.ts";
import { useHost, type Host } from "./host.ts";
import { installGlobals } from "./install-globals.ts";
import { takeReply } from "./requests.ts";
import { tick } from "./timers.ts";

/** Runs once in each isolate, before anything of a Function's: takes the host's functions, answers the one entrance. */
function boot(
  finish: Host["finish"],
  log: Host["log"],
  call: Host["call"],
  attached: Host["attached"],
  drop: Host["drop"],
  alarm: Host["alarm"],
  random: Host["random"],
  progress: Host["progress"],
  begun: SharedArrayBuffer,
) {
  useHost({ finish, log, call, attached, drop, alarm, random, progress });
  useCell(begun);
  harden();
  return (kind: string, ...args: unknown[]): void => {
    if (kind === "call") beginCall(args[0] as number, args[1] as string, args[2] as string);
    else if (kind === "reply")
      takeReply(args[0] as number, args[1] as boolean, args[2] as string, args[3] as ArrayBuffer);
    else if (kind === "tick") tick();
    else if (kind === "abort") abortCall(args[0] as string);
  };
}

installGlobals();
// Hardening waits for boot: V8 installs some globals when it makes a context of a snapshot, and aborts if it cannot.
const hidden = (value: unknown) => ({ value, configurable: true, enumerable: false, writable: false });
Object.defineProperty(globalThis, "__ferrule_boot", hidden(boot));
Object.defineProperty(globalThis, "__ferrule_module", hidden({ FunctionError, attach }));
