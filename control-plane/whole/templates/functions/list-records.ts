import { FunctionError, type CollectionRecord, type Context, type Json } from "ferrule";

const collection: string = "items";

interface Input {
  /** A field that is to have the value of `equals`, for example "customer.city". @maxLength 500 */
  field?: string;
  /** What the field is to have, as text; numbers and true or false are found as well. @maxLength 1000 */
  equals?: string;
  /** A field to order by, descending with a leading "-"; without one, the newest come first. @maxLength 500 */
  orderBy?: string;
  /** How many at most. @integer @minimum 1 @maximum 200 @default 50 */
  limit?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

interface Page {
  items: CollectionRecord<Record<string, Json>>[];
  nextCursor: string | null;
}

/** A query string contains only text, so `"7"` is searched for as text and as a number. */
function readings(text: string): Json[] {
  if (text === "true" || text === "false") return [text, text === "true"];
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? [text, number] : [text];
}

/** Lists the records of this caller's tenant, page by page. */
export default async function listRecords(input: Input, ctx: Context): Promise<Page> {
  const { field, equals, orderBy, limit = 50, cursor } = input;
  if ((field === undefined) !== (equals === undefined)) {
    throw new FunctionError("VALIDATION_ERROR", "Give `field` and `equals` together.", { status: 400 });
  }
  return ctx
    .collection(collection)
    .query({
      ...(field === undefined || equals === undefined ? {} : { where: { [field]: { in: readings(equals) } } }),
      ...(orderBy === undefined ? {} : { orderBy }),
      limit,
      cursor: cursor ?? null,
    })
    .catch((error: unknown) => {
      if (!(error instanceof FunctionError) || error.code !== "VALIDATION_ERROR") throw error;
      throw new FunctionError(error.code, error.message, { status: 400, details: error.details, cause: error });
    });
}
