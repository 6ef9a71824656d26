import { z } from "zod";
import { flag } from "./setting-flag.ts";

const file = z.string().max(4_096).optional();
const readers = ["gateway"] as const;

/** How the gateway accepts outside connections. */
export const publicListenerSettings = {
  TLS_CERT_FILE: {
    schema: file,
    description: "The gateway's certificate with those that lead to its authority, in PEM; unset: it serves http",
    readers,
  },
  TLS_KEY_FILE: { schema: file, description: "The key of TLS_CERT_FILE, in PEM without a passphrase", readers },
  CLIENT_ADDRESS_FROM: {
    schema: z.enum(["x-forwarded-for", "forwarded", "proxy-protocol"]).default("x-forwarded-for"),
    description:
      "Where the proxies of TRUSTED_PROXIES put the caller's address: x-forwarded-for, forwarded or proxy-protocol",
    readers,
  },
  REUSE_PORT: {
    schema: flag(false),
    description: "Several gateways on one machine share PORT; the kernel gives each connection to one of them",
    readers,
  },
} as const;
