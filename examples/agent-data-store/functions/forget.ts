import type { Context } from "ferrule";

interface Input {
  /** The topic of the note, as recall returns it. @minLength 1 @maxLength 100 */
  topic: string;
  /** The name of the note, as recall returns it. @minLength 1 @maxLength 100 */
  name: string;
}

/** Forgets a note for good. */
export default async function forget({ topic, name }: Input, ctx: Context) {
  const memories = ctx.collection("memories");
  const [known] = (await memories.query({ where: { topic, name }, limit: 1 })).items;
  return { forgotten: known !== undefined && (await memories.delete(known.id)) };
}
