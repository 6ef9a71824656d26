import { isFunctionError, platformError } from "../function-error.ts";
import { ownJson } from "../frame-json.ts";
import { limits } from "../limits.ts";
import { mapClear, MapCtor, mapDelete, mapForEach, mapSet, PromiseCtor, promiseThen } from "../primordials.ts";
import { request } from "../requests.ts";
import { never, type RunAttempt } from "./attempt.ts";

/** The end of a step; see `guestKept` of the contract. */
export interface Kept {
  key: string;
  position: number;
  attempts: number;
  state: "done" | "failed";
  value: string;
  durationMs: number;
}

/** The refusals that name a mistake of the Function. */
const mistakes = { __proto__: null, RUN_HISTORY_FULL: true, VALIDATION_ERROR: true } as never as Record<string, true>;

let underWay = 0;
let nextTurn = 1;
const waiting = new MapCtor<number, () => void>();

/** Forgets what earlier calls wanted to store. */
export function resetKeeps(): void {
  underWay = 0;
  mapClear(waiting);
}

/** Runs a request when fewer than `runKeepsAtOnce` are under way, in order. */
function inTurn(run: () => Promise<unknown>): Promise<unknown> {
  return new PromiseCtor((resolve, reject) => {
    const begin = () => {
      underWay += 1;
      void promiseThen(
        run(),
        (value) => {
          passOn();
          resolve(value);
        },
        (error) => {
          passOn();
          reject(error);
        },
      );
    };
    if (underWay < limits.runKeepsAtOnce) begin();
    else mapSet(waiting, nextTurn++, begin);
  });
}

function passOn(): void {
  underWay -= 1;
  let isTaken = false;
  mapForEach(waiting, (begin, turn) => {
    if (isTaken) return;
    isTaken = true;
    mapDelete(waiting, turn);
    begin();
  });
}

/**
 * Stores the end of a step. If it cannot be stored, the attempt ends: the Function must not mistake that for a failure
 * of the step, and undo what the step has done.
 * @throws FunctionError for a result that the history cannot take
 */
export async function keep(attempt: RunAttempt, kept: Kept): Promise<void> {
  // By now, the isolate may run another attempt.
  if (attempt.isOver) return await never();
  if (attempt.kept !== undefined) {
    const { key, state, attempts, value } = kept;
    mapSet(attempt.kept, key, ownJson({ key, kind: "step", state, attempts, value }));
    attempt.chars += value.length;
    return;
  }
  try {
    await inTurn(() => request("runs.keep", ownJson(kept)).answer);
    attempt.chars += kept.value.length;
  } catch (error) {
    if (isFunctionError(error) && mistakes[error.code] === true) throw error;
    const message = `The result of the step "${kept.key}" could not be stored.`;
    attempt.events.failed(platformError("STEP_NOT_KEPT", message, { cause: error }));
    await never();
  }
}
