// Why: docs/decisions/isolates-ahead.md
import type { Guest } from "../call.ts";
import { assign, bootGuest, discardGuest, type Bridge } from "./guest-isolate.ts";
import type { CreateHead } from "../protocol/messages.ts";
import type { Platform } from "./platform.ts";

/** The memory limit of a Function whose author has set none. */
const usualMemoryMb = 64;
/**
 * How long this process must be without calls before it creates an isolate, which blocks its main thread for
 * milliseconds.
 */
const idleMs = 10;
const busyMs = 100;

/**
 * An isolate that has booted before it is needed. Creating one takes most of a Function's first call, so the process
 * does this ahead, while it is idle. It has never contained anything of a Function.
 */
export function createSpareGuest(platform: Platform, bridge: Bridge, isIdle: () => boolean) {
  let spare: Guest | undefined;
  let memoryMb = usualMemoryMb;
  let due: NodeJS.Timeout | undefined;

  function prepare(): void {
    due = undefined;
    if (!isIdle()) return prepareAfter(busyMs);
    const booting = bootGuest(platform, memoryMb, bridge);
    spare = booting;
    booting.booted.catch(() => {
      discardGuest(booting);
      if (spare === booting) spare = undefined;
    });
  }
  const prepareAfter = (ms: number) => {
    due ??= setTimeout(prepare, ms);
  };
  prepareAfter(idleMs);

  return {
    /** The next isolate: the ready one if it has this much memory, or a new one. */
    take(id: number, head: CreateHead, code: string): Guest {
      const isFit = head.memoryMb === memoryMb && spare?.isolate.isDisposed === false;
      const guest = isFit && spare !== undefined ? spare : bootGuest(platform, head.memoryMb, bridge);
      if (!isFit && spare !== undefined) discardGuest(spare);
      spare = undefined;
      ({ memoryMb } = head);
      prepareAfter(idleMs);
      return assign(guest, id, head.tenant, code);
    },
  };
}
