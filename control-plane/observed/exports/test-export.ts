import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { readEpoch } from "../../ground/changes/queries.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { describeFailure, postBatch } from "./post-batch.ts";
import { readExport } from "./queries.ts";

const testLine = () => `${JSON.stringify({ type: "test", at: sharedDate().toISOString() })}\n`;

/** Sends a batch with the number `test`. This changes neither the position nor the waiting records. */
export const testExport: Handlers["testExport"] = async ({ app, read }) => {
  const row = await read(readExport);
  if (row.url === null) throw new PublicError("INVALID_STATE", "Enter the receiver's address first.");
  try {
    await postBatch(app, row, { number: "test", epoch: await read(readEpoch), text: testLine() });
    return { ok: true, message: "It took the test." };
  } catch (error) {
    return { ok: false, message: describeFailure(error) };
  }
};
