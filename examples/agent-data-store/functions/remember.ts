import { FunctionError, type Context } from "ferrule";

interface Input {
  /** What the note is about, for example a customer, a project or a person. @minLength 1 @maxLength 100 @example "Northwind" */
  topic: string;
  /** A short name for this note within its topic. @minLength 1 @maxLength 100 @example "invoice address" */
  name: string;
  /** What to remember, in whole sentences. @minLength 1 @maxLength 4000 */
  text: string;
}

interface Memory {
  topic: string;
  name: string;
  text: string;
  by: string;
}

const isA = (error: unknown, code: string) => error instanceof FunctionError && error.code === code;

/** Remembers a note. A note with the same topic and name is replaced. */
export default async function remember({ topic, name, text }: Input, ctx: Context) {
  const memories = ctx.collection<Memory>("memories");
  const memory = { topic, name, text, by: ctx.caller.name ?? "unknown" };
  // Two agents may write the same note at once. Then one of them reads again and replaces what the other wrote.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const [known] = (await memories.query({ where: { topic, name }, limit: 1 })).items;
    try {
      if (known === undefined) await memories.insert(memory);
      else await memories.update(known.id, memory, { revision: known.revision });
      return { topic, name, replaced: known !== undefined };
    } catch (error) {
      if (!isA(error, "UNIQUE_VIOLATION") && !isA(error, "REVISION_CONFLICT") && !isA(error, "NOT_FOUND")) throw error;
    }
  }
  throw new FunctionError("MEMORY_BUSY", "Others are changing this note. Try again.", { status: 409 });
}
