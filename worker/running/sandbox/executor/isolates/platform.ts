import type ivm from "isolated-vm";
import { becomeUser } from "../../../../ground/confinement/become-user.ts";
import { preludeFilename } from "./filenames.ts";
import type { SetupHead } from "../protocol/messages.ts";

export type Ivm = typeof ivm;

export interface Platform {
  ivm: Ivm;
  prelude: string;
  /** Undefined if V8 refused to make one. Then each isolate evaluates the prelude (19 ms instead of 2). */
  snapshot: ivm.ExternalCopy<ArrayBuffer> | undefined;
  /** True if this process made the snapshot and should pass it on. */
  snapshotIsNew: boolean;
}

/**
 * Loads the isolate engine's binary directly, because its own loader looks for files outside the permitted list. Makes
 * the snapshot of the prelude if none was given. A snapshot always comes from a process that was started from this very
 * binary.
 */
export function loadPlatform(head: SetupHead, prelude: string, snapshot: Buffer): Platform {
  const holder: { exports: { ivm?: Ivm } } = { exports: {} };
  process.dlopen(holder, head.addonPath);
  const engine = holder.exports.ivm!;
  if (head.uid !== null) becomeUser(head.uid);
  if (snapshot.length > 0) {
    const copy = new ArrayBuffer(snapshot.length);
    new Uint8Array(copy).set(snapshot);
    const given = new engine.ExternalCopy(copy);
    // A snapshot from an earlier worker may not fit. Then it fails here, and not during a call.
    new engine.Isolate({ snapshot: given }).dispose();
    return { ivm: engine, prelude, snapshot: given, snapshotIsNew: false };
  }
  try {
    const made = engine.Isolate.createSnapshot([{ code: `${prelude};0`, filename: preludeFilename }]);
    return { ivm: engine, prelude, snapshot: made, snapshotIsNew: true };
  } catch (error) {
    process.stderr.write(`executor: no snapshot: ${String(error)}\n`);
    return { ivm: engine, prelude, snapshot: undefined, snapshotIsNew: false };
  }
}
