import { z } from "zod";
import { givenLine, id, tenantId, time } from "./fields.ts";

/** The subject of an erasure: a tenant of a Project, or a caller, by the id, subject or email in executions. */
export const erasureSubjects = ["tenant", "caller"] as const;

const tenant = { subject: z.literal("tenant"), name: tenantId };
/** `https://idp.example 4711` means the subject of one issuer only. */
const caller = { subject: z.literal("caller"), name: givenLine(512, 1) };
const reason = givenLine(200, 1);

/** The owner of the data to erase. */
export const erasedSubject = z.discriminatedUnion("subject", [z.strictObject(tenant), z.strictObject(caller)]);
export type ErasedSubject = z.infer<typeof erasedSubject>;

/** Shorter names also occur in ordinary words. */
const shortestName = 4;
const namesNobody = ({ name, reason: why }: { name: string; reason: string }) =>
  name.length < shortestName || !why.toLowerCase().includes(name.toLowerCase());
const named = { path: ["reason"], message: "must not name the tenant or caller, because it is kept" };

export const givenErasure = z.discriminatedUnion("subject", [
  z.strictObject({ ...tenant, reason }).refine(namesNobody, named),
  z.strictObject({ ...caller, reason }).refine(namesNobody, named),
]);

/** Numbers by kind, such as `{ "executions": 12 }`. */
const counts = z.record(z.string(), z.number().int());

/** Counting stops here: the number is this or more. */
export const mostCounted = 100_000;
export const erasurePreview = z.object({ counts });

export const erasure = z.object({
  id: id("ers"),
  subject: z.enum(erasureSubjects),
  /** Null once it is done: from then on, nobody knows whose data it was. */
  name: z.string().nullable(),
  reason: z.string(),
  /** The amount erased so far. */
  removed: counts,
  createdAt: time,
  finishedAt: time.nullable(),
});
export type Erasure = z.infer<typeof erasure>;
