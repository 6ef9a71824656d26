import type { BootedContext, Guest } from "../call.ts";
import { functionFilename, preludeFilename } from "./filenames.ts";
import { newCell } from "../scheduling/lines.ts";
import type { Platform } from "./platform.ts";

/** Host functions for the prelude, each bound to one guest. They never throw, because the error would contain paths. */
export interface Bridge {
  finish: (
    guest: Guest,
    kind: string,
    text: string,
    head: string,
    tookMs: number,
    bytes: Uint8Array | undefined,
  ) => void;
  log: (guest: Guest, level: string, message: string, data: string) => void;
  host: (guest: Guest, op: number, name: string, json: string, bytes: Uint8Array | undefined) => void;
  attached: (guest: Guest) => void;
  drop: (guest: Guest, op: number) => void;
  alarm: (guest: Guest, afterMs: number) => void;
  random: (guest: Guest, bytes: number) => Uint8Array;
  progress: (guest: Guest, json: string) => void;
  /** Called when the guest sent something impossible. It ends the guest's call and isolate. */
  broken: (guest: Guest) => void;
}

/** The prelude runs first. So it removes its one object from the global scope before any code of a Function runs. */
const internalModule =
  "const p = globalThis.__ferrule_module; delete globalThis.__ferrule_module;" +
  "export const FunctionError = p.FunctionError; export const attach = p.attach;";
const publicModule = 'export { FunctionError } from "internal";';
const entryModule =
  'import { attach } from "internal"; import * as exported from "function"; attach(exported.default, exported.complete);';

const neverBooted = new Promise<never>(() => undefined);

/** Runs the prelude in a new isolate, and compiles the modules around a bundle. */
async function boot(guest: Guest, platform: Platform, bridge: Bridge): Promise<BootedContext> {
  const { isolate } = guest;
  // Nobody waits for these calls (40,000 a second instead of 30,000). The prelude limits how many of them a call may
  // send. Where there is no such limit, the guest waits, because it could otherwise flood this process.
  const told: unknown[] = [];
  // During a turn in this thread, nothing could handle these messages, so we keep them until it ends.
  const toldInline: unknown[] = [];
  const { Callback, ExternalCopy } = platform.ivm;
  const tell = (hear: (guest: Guest, ...args: never[]) => void) => {
    // Any failure here would end the process, and others' calls with it.
    const take = (args: never[]) => {
      try {
        hear(guest, ...args);
      } catch {
        bridge.broken(guest);
      }
    };
    told.push(new Callback((...args: never[]) => take(args), { ignored: true }));
    toldInline.push(
      new Callback((...args: never[]) => {
        guest.told.push(() => take(args));
      }),
    );
  };
  tell(bridge.finish);
  tell(bridge.log);
  tell(bridge.host);
  tell(bridge.drop);
  tell(bridge.progress);
  const context = await isolate.createContext();
  if (platform.snapshot === undefined) await context.eval(`${platform.prelude};0`, { filename: preludeFilename });
  guest.enter = await context.evalClosure(
    "const boot = globalThis.__ferrule_boot; delete globalThis.__ferrule_boot;" +
      "return boot($0, [$1,$2,$3], [$4,$5,$6,$7,$8], [$9,$10,$11,$12,$13])",
    [
      new ExternalCopy(guest.cell.buffer).copyInto(),
      new Callback(() => bridge.attached(guest), { ignored: true }),
      (afterMs: number) => bridge.alarm(guest, afterMs),
      (bytes: number) => bridge.random(guest, bytes),
      ...told,
      ...toldInline,
    ],
    { result: { reference: true }, filename: preludeFilename },
  );
  const compile = (text: string) => isolate.compileModule(text, { filename: preludeFilename });
  const [internal, ferrule, entry] = await Promise.all([internalModule, publicModule, entryModule].map(compile));
  return { context, internal: internal!, ferrule: ferrule!, entry: entry! };
}

/** Evaluates a bundle in a guest that has booted. If its call is stopped, a module that does not end is stopped too. */
async function evaluate(guest: Guest, code: string): Promise<void> {
  const { context, internal, ferrule, entry } = await guest.booted;
  const bundle = await guest.isolate.compileModule(code, { filename: functionFilename });
  await entry.instantiate(context, (specifier, referrer) => {
    if (specifier === "ferrule") return ferrule;
    if (specifier === "function" && referrer === entry) return bundle;
    if (specifier === "internal" && referrer !== bundle) return internal;
    throw new Error(`The bundle imports "${specifier.slice(0, 200)}", which is not part of it.`);
  });
  await entry.evaluate();
}

/** Creates an isolate with the prelude, for the next Function that needs this size. It has no id before. */
export function bootGuest(platform: Platform, memoryMb: number, bridge: Bridge): Guest {
  const guest: Guest = {
    id: 0,
    tenant: "",
    memoryBytes: memoryMb * 1024 * 1024,
    isolate: new platform.ivm.Isolate({
      memoryLimit: Math.max(8, memoryMb),
      ...(platform.snapshot === undefined ? {} : { snapshot: platform.snapshot }),
      // V8 has lost control of it, so we can only end the process. The worker reads the reason from stderr.
      onCatastrophicError: (message) => {
        process.stderr.write(`executor: catastrophic: ${message}\n`, () => process.kill(process.pid, "SIGABRT"));
      },
    }),
    enter: undefined,
    booted: neverBooted,
    load: undefined,
    attached: false,
    call: undefined,
    handed: [],
    line: [],
    ended: [],
    numbers: 0,
    cell: newCell(),
    begun: 0,
    aheadMs: 0,
    paceMs: 0,
    orderly: 0,
    brisk: 0,
    told: [],
    alarm: undefined,
    isNext: false,
    openTurns: 0,
    busySince: 0,
    disposedAt: undefined,
  };
  guest.booted = boot(guest, platform, bridge);
  // The waiting call gets the failure. This only prevents an unhandled rejection.
  guest.booted.catch(() => undefined);
  return guest;
}

/**
 * Gives an isolate to a tenant's Function. The first call evaluates the bundle, so that its logs and time belong to a
 * call.
 */
export function assign(guest: Guest, id: number, tenant: string, code: string): Guest {
  guest.id = id;
  guest.tenant = tenant;
  guest.load = () => {
    guest.load = undefined;
    return evaluate(guest, code);
  };
  return guest;
}

/** Frees an isolate at once, whatever runs in it. If built-ins still run, the next ping finds them. */
export function discardGuest(guest: Guest): void {
  clearTimeout(guest.alarm);
  guest.alarm = undefined;
  if (guest.disposedAt !== undefined) return;
  guest.disposedAt = performance.now();
  if (!guest.isolate.isDisposed) guest.isolate.dispose();
}
