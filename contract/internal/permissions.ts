import { z } from "zod";

const hostPattern =
  /^(?:http:\/\/|https:\/\/)?(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?$|^(?:https?:\/\/)?\[[0-9A-Fa-f:.]+\](?::[0-9]{1,5})?$/;

/**
 * Permissions that a Function declares or a policy allows: secret names, host patterns, collections with access, the
 * cache, connections, and Functions whose runs it may start.
 */
export const permissions = z.strictObject({
  secrets: z
    .array(z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/))
    .max(100)
    .default([]),
  hosts: z
    .array(
      z.string().max(300).regex(hostPattern, "must be a host like api.example.com, *.example.com or http://host:port"),
    )
    .max(100)
    .default([]),
  collections: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/),
        access: z.enum(["read", "write", "read-write"]),
      }),
    )
    .max(100)
    .default([]),
  cache: z.boolean().default(false),
  /** Names of connections to databases; left out when there are none. */
  connections: z
    .array(z.string().regex(/^[a-z][a-z0-9_]{0,62}$/))
    .max(20)
    .optional(),
  /** Slugs of the Functions whose runs `ctx.runs.start` may start; left out when there are none. */
  runs: z
    .array(z.string().regex(/^[a-z][a-z0-9-]{0,62}$/))
    .max(100)
    .optional(),
});
export type Permissions = z.infer<typeof permissions>;
/** Permissions with a member for every kind, so that code that forgets a kind does not compile. */
export type EveryPermission = { [Kind in keyof Required<Permissions>]: Permissions[Kind] };

export const noPermissions: Permissions = { secrets: [], hosts: [], collections: [], cache: false };
