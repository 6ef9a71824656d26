import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { ControlPlaneRefusal } from "./control-plane-client.ts";

/** Sends things in batches to the control plane, which stores them. */
export interface BatchSender<Item, Answer> {
  /**
   * Resolves when the thing is stored or refused. Null if we do not learn that in time, or too much waits; then its
   * sender has to try again.
   */
  send: (item: Item) => Promise<Answer | null>;
}

export interface BatchSending<Item, Answer> {
  /** Sends one batch. Rejects if the control plane does not say what became of it. */
  ask: (items: readonly Item[], timeoutMs: number) => Promise<readonly Answer[]>;
  idOf: (item: Item) => string;
  /** The id of the thing that the answer is about. */
  answeredId: (answer: Answer) => string;
  /** The characters that count against the limits. */
  charsOf: (item: Item) => number;
  /** Only things of the same group share a batch. Default: all do. */
  groupOf?: (item: Item) => string;
  mostInBatch: number;
  /** A larger single thing goes alone. */
  mostBatchChars: number;
  log: Log;
  /** The things, in the log: `deliveries`. */
  name: string;
}

interface Waiting<Item, Answer> {
  item: Item;
  settle: (answer: Answer | null) => void;
}

/**
 * The number of concurrent batches. Meanwhile, further things gather, so load makes batches larger and not more
 * frequent.
 */
const mostUnderWay = 4;
/** The most characters that wait to be stored. */
const mostWaitingChars = 64 * 1_048_576;
/** Callers wait some ten seconds. We keep asking a restarting control plane for this long. */
const withinMs = 5_000;

/** A retry uses the same ids. So a thing whose response was lost is not a duplicate of itself. */
async function askAgain<Item, Answer>(
  { ask, answeredId }: BatchSending<Item, Answer>,
  items: readonly Item[],
): Promise<ReadonlyMap<string, Answer>> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = 50; ; pauseMs *= 2) {
    const timeoutMs = Math.max(500, deadline - performance.now());
    try {
      const answers = await ask(items, timeoutMs);
      return new Map(answers.map((one) => [answeredId(one), one]));
    } catch (error) {
      const isFinal = error instanceof ControlPlaneRefusal && error.status < 500;
      if (isFinal || performance.now() + pauseMs >= deadline) throw error;
      await delay(pauseMs);
    }
  }
}

/** Takes the first thing, and those of its group that follow, within the limits of a batch. */
function takeBatch<Item, Answer>(
  waiting: Waiting<Item, Answer>[],
  { charsOf, groupOf, mostInBatch, mostBatchChars }: BatchSending<Item, Answer>,
): Waiting<Item, Answer>[] {
  const group = waiting[0] === undefined ? undefined : groupOf?.(waiting[0].item);
  const [batch, rest]: Waiting<Item, Answer>[][] = [[], []];
  let chars = 0;
  let isFull = false;
  for (const one of waiting) {
    if (isFull || groupOf?.(one.item) !== group) {
      rest!.push(one);
      continue;
    }
    chars += charsOf(one.item);
    isFull = batch!.length >= mostInBatch || (batch!.length > 0 && chars > mostBatchChars);
    (isFull ? rest! : batch!).push(one);
  }
  waiting.splice(0, waiting.length, ...rest!);
  return batch!;
}

/** Gathers things into batches. It repeats each batch until it knows whether its things are stored. */
export function createBatchSender<Item, Answer>(sending: BatchSending<Item, Answer>): BatchSender<Item, Answer> {
  const { log, name, idOf, charsOf } = sending;
  const waiting: Waiting<Item, Answer>[] = [];
  let waitingChars = 0;
  let underWay = 0;

  async function send(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    const items = batch.map(({ item }) => item);
    const answers = await askAgain(sending, items).catch((error: unknown) => {
      log.warn({ err: error, [name]: batch.length }, `${name} cannot be stored`);
      return new Map<string, Answer>();
    });
    for (const { item, settle } of batch) {
      waitingChars -= charsOf(item);
      settle(answers.get(idOf(item)) ?? null);
    }
    underWay -= 1;
    next();
  }

  function next(): void {
    while (underWay < mostUnderWay && waiting.length > 0) {
      underWay += 1;
      unwaited(send(takeBatch(waiting, sending)), (error) => log.error({ err: error }, `a batch of ${name} was lost`));
    }
  }

  return {
    send(item) {
      const chars = charsOf(item);
      if (waitingChars + chars > mostWaitingChars) return Promise.resolve(null);
      waitingChars += chars;
      return new Promise((settle) => {
        waiting.push({ item, settle });
        next();
      });
    },
  };
}
