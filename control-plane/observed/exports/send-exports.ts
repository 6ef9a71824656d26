import { identifier } from "@ferrule/kit/identifier.ts";
import type { App } from "../../ground/app.ts";
import { readEpoch } from "../../ground/changes/queries.ts";
import type { ExportRow } from "../../ground/store/tables/exports.ts";
import { planBatch } from "./plan-batch.ts";
import { answerMs, describeFailure, postBatch } from "./post-batch.ts";
import { holdExport, moveBehind, noteFailure, putBatch, releaseExport } from "./queries.ts";
import { writeBatch } from "./write-batch.ts";

/** Longer than it takes to read and send a batch. A killed replica holds the export no longer than this. */
const heldMs = 2 * answerMs;
const longestPauseMs = 300_000;

/**
 * Reads the next batch. It stores the content before it sends the batch. If the reply is lost, it sends the same batch
 * again under the same number.
 */
const prepare = (app: App, holder: string) =>
  app.store.inInstallation(async (scope) => {
    const row = await holdExport(scope, holder, heldMs);
    if (row === undefined) return undefined;
    const batch = row.batch ?? (await planBatch(scope, row));
    if (batch === null) return undefined;
    if (row.batch === null) await putBatch(scope, batch);
    return { row, batch, epoch: await readEpoch(scope) };
  });

async function failed(app: App, { failures }: ExportRow, error: unknown): Promise<void> {
  const reason = describeFailure(error);
  if (failures === 0) app.log.warn({ reason }, "the receiver of the export takes nothing");
  const pauseMs = Math.min(1_000 * 2 ** Math.min(failures, 20), longestPauseMs);
  await app.store.inInstallation((scope) => noteFailure(scope, reason, pauseMs));
}

/** Sends one batch; false when there is nothing to send now. */
async function sendNext(app: App, holder: string): Promise<boolean> {
  const prepared = await prepare(app, holder);
  if (prepared === undefined) return false;
  const { row, batch, epoch } = prepared;
  const { text, ...counts } = await app.store.inInstallation((scope) => writeBatch(scope, batch), { readOnly: true });
  try {
    // All of its records may have been removed since.
    if (text !== "") await postBatch(app, row, { number: row.nextBatch, epoch, text });
  } catch (error) {
    await failed(app, row, error);
    return false;
  }
  await app.store.inInstallation((scope) => moveBehind(scope, { number: row.nextBatch, batch, ...counts }));
  return true;
}

/** The task of one replica that sends the receiver the records that it does not have yet. */
export function createSendExports(): (app: App) => Promise<void> {
  const holder = identifier("ctl");
  return async (app) => {
    let isSending = true;
    while (isSending && !app.closing.aborted) isSending = await sendNext(app, holder);
    await app.store.inInstallation((scope) => releaseExport(scope, holder));
  };
}
