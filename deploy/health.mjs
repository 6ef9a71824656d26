// Exit code 0 while the role of this container answers /health on its own port.
import { get as getByHttp } from "node:http";
import { get as getByHttps } from "node:https";

// The settings that make a role serve https differ by role, so this guesses from them only which protocol to try first.
const isLikelySecure = Boolean(process.env.TLS_CERT_FILE || process.env.INTERNAL_TLS_CERT_FILE);
const [first, second] = isLikelySecure ? [getByHttps, getByHttp] : [getByHttp, getByHttps];

// Less than the 5 s after which the container's engine gives up.
setTimeout(() => process.exit(1), 4_000);

function ask(get, otherwise) {
  // The certificate names the public host, not this one.
  const asked = get({
    host: "127.0.0.1",
    port: process.env.PORT || 8080,
    path: "/health",
    agent: false,
    rejectUnauthorized: false,
  });
  asked.on("response", ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
  asked.on("error", otherwise);
}

ask(first, () => ask(second, () => process.exit(1)));
