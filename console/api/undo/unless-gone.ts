import { ApiError } from "@ferrule/contract/api-error.ts";

/** Waits for a deletion. It counts as done if somebody else has deleted the thing meanwhile. @throws ApiError for any other refusal */
export async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
