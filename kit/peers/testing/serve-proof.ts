import type { IncomingMessage, ServerResponse } from "node:http";
import { answerChallenge, challengeHeader, proofPath } from "../peer-proof.ts";

/** Lets a test's server prove that it knows a token, as roles do. Returns whether the request was a challenge. */
export function serveProof({ url, headers }: IncomingMessage, response: ServerResponse, token: string): boolean {
  if (url?.endsWith(proofPath) !== true) return false;
  const text = JSON.stringify(answerChallenge([token], headers[challengeHeader]));
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) }).end(text);
  return true;
}
