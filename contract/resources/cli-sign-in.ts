import { z } from "zod";
import { apiToken } from "./user.ts";
import { givenLine, givenName, id, name, slug, time } from "./fields.ts";
import { roles } from "../states.ts";

/** How many days an API token is good for. */
const validDays = z.number().int().min(1).max(366);

/** What a command line says of itself when it asks a person to sign it in. */
export const newCliSignIn = z.strictObject({
  /** How the person knows the machine; the token gets this name. */
  machine: givenName,
  /** The slug of the Project that the page offers first. */
  project: slug.optional(),
  validDays: validDays.default(90),
});

/** The codes of a sign-in that has just begun (RFC 8628, section 3.2). */
export const begunCliSignIn = z.object({
  /** 256 random bits. Whoever has it gets the token. */
  deviceCode: z.string(),
  /** What the person compares or types, such as `BCDF-GHJK`. */
  userCode: z.string(),
  verificationUrl: z.url(),
  /** The same page, with the code filled in. */
  verificationUrlComplete: z.url(),
  expiresInSeconds: z.number().int(),
  /** The shortest time between two questions for the token. */
  intervalSeconds: z.number().int(),
});
export type BegunCliSignIn = z.infer<typeof begunCliSignIn>;

/** A waiting sign-in, as the person sees it who decides. */
export const cliSignIn = z.object({
  id: id("cls"),
  userCode: z.string(),
  machine: name,
  /** The Project that the command line asked for; null where there is none of this slug. */
  projectId: id("prj").nullable(),
  validDays,
  /** Where the command line asked from. */
  ip: z.string().nullable(),
  /** Whether whoever looks comes from the same network. */
  isNear: z.boolean(),
  createdAt: time,
  expiresAt: time,
});

/** What a person allows: an API token with these rights. */
export const allowedCliSignIn = z.strictObject({ projectId: id("prj"), role: z.enum(roles), validDays });

/** The token of a sign-in that was allowed. Its value is answered this once. */
export const redeemedCliSignIn = apiToken.extend({ value: z.string() });

export const deviceCode = givenLine(100, 1);
