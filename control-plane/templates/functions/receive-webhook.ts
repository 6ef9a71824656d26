import { FunctionError, type HttpContext } from "ferrule";

const secretName = "WEBHOOK_SECRET";
const toleranceSeconds = 300;

/** Whatever the sender says: its signature is checked, its shape is not. */
interface Input {
  [field: string]: unknown;
}

const refuse = (why: string) => new FunctionError("SIGNATURE_INVALID", why, { status: 401 });
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/** The key behind `whsec_…`; any other secret is taken as its own text. */
function keyBytes(secret: string) {
  return secret.startsWith("whsec_") ? bytesOf(secret.slice("whsec_".length)) : new TextEncoder().encode(secret);
}

/** Whether one of the signatures (`v1,<base64>`, several while a secret is rotated) is the content's. */
async function isSigned(content: string, signatures: string, secret: string): Promise<boolean> {
  const key = await crypto.subtle.importKey("raw", keyBytes(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  for (const signature of signatures.split(" ")) {
    const [version, value] = signature.split(",");
    if (version !== "v1" || value === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) continue;
    if (await crypto.subtle.verify("HMAC", key, bytesOf(value), new TextEncoder().encode(content))) return true;
  }
  return false;
}

/** Takes a webhook that is signed as Standard Webhooks says (https://www.standardwebhooks.com), and refuses any other. */
export default async function receiveWebhook(input: Input, ctx: HttpContext) {
  const { headers } = ctx.http.request;
  const [id, timestamp, signatures] = [
    headers["webhook-id"],
    headers["webhook-timestamp"],
    headers["webhook-signature"],
  ];
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw refuse("The signature is missing.");
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!(ageSeconds <= toleranceSeconds)) throw refuse("The webhook is too old.");
  const secret = await ctx.secrets.get(secretName);
  const content = `${id}.${timestamp}.${await ctx.http.request.text()}`;
  if (!(await isSigned(content, signatures, secret))) throw refuse("The signature is wrong.");
  const type = typeof input["type"] === "string" ? input["type"] : "unknown";
  ctx.log.info("webhook received", { id, type });
  // Put here what is to happen. A sender repeats what is not answered in time: `id` tells the same webhook again.
  return { received: id, type };
}
