import { z } from "zod";

/** A stored token: for one installation, and one Project there. */
export const credential = z.object({
  /** The installation's origin. */
  address: z.string(),
  token: z.string(),
  project: z.object({ id: z.string(), slug: z.string() }),
  email: z.string(),
  role: z.string(),
  storedAt: z.string(),
});
export type Credential = z.infer<typeof credential>;

export const credentialFile = z.object({ version: z.literal(1), credentials: z.array(credential) });
