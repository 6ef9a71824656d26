import { z } from "zod";
import { apiToken } from "./user.ts";
import { givenLine, givenName, id, name, slug, time } from "./fields.ts";
import { roles } from "../states.ts";

/** The lifetime of an API token in days. */
const validDays = z.number().int().min(1).max(366);

/** A command line's description of itself when it asks a person to sign it in. */
export const newCliSignIn = z.strictObject({
  /** A name by which the person recognizes the machine; the token gets it too. */
  machine: givenName,
  /** The slug of the Project that the page offers first. */
  project: slug.optional(),
  validDays: validDays.default(90),
});

/** The codes of a sign-in that has just begun (RFC 8628, section 3.2). */
export const begunCliSignIn = z.object({
  /** 256 random bits. The holder gets the token. */
  deviceCode: z.string(),
  /** The code that the person compares or types, such as `BCDF-GHJK`. */
  userCode: z.string(),
  verificationUrl: z.url(),
  /** The same page, with the code filled in. */
  verificationUrlComplete: z.url(),
  expiresInSeconds: z.number().int(),
  /** The shortest time between two requests for the token. */
  intervalSeconds: z.number().int(),
});
export type BegunCliSignIn = z.infer<typeof begunCliSignIn>;

/** A waiting sign-in, as shown to the person who decides. */
export const cliSignIn = z.object({
  id: id("cls"),
  userCode: z.string(),
  machine: name,
  /** The Project that the command line asked for; null if this slug does not exist. */
  projectId: id("prj").nullable(),
  validDays,
  /** The command line's address. */
  ip: z.string().nullable(),
  /** Whether the viewer comes from the same network. */
  isNear: z.boolean(),
  createdAt: time,
  expiresAt: time,
});

/** What a person grants: an API token with these rights. */
export const allowedCliSignIn = z.strictObject({ projectId: id("prj"), role: z.enum(roles), validDays });

/** The token of an allowed sign-in. Only this response contains its value. */
export const redeemedCliSignIn = apiToken.extend({ value: z.string() });

export const deviceCode = givenLine(100, 1);
