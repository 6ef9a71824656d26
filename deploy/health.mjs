// Exit code 0 while the role of this container answers /health on its own port.
import { get as getByHttp } from "node:http";
import { get as getByHttps } from "node:https";

const isSecure = Boolean(process.env.TLS_CERT_FILE);
const asked = (isSecure ? getByHttps : getByHttp)({
  host: "127.0.0.1",
  port: process.env.PORT || 8080,
  path: "/health",
  timeout: 4_000,
  // The certificate names the public host, not this one.
  ...(isSecure ? { rejectUnauthorized: false } : {}),
});
asked.on("response", ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
asked.on("timeout", () => process.exit(1));
asked.on("error", () => process.exit(1));
