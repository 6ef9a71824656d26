/** `ctx.http`: what only a call through a route has. */
declare module "ferrule" {
  export interface HttpCall {
    readonly request: {
      readonly method: string;
      readonly path: string;
      /** Lower-case names; without credentials. */
      readonly headers: Readonly<Record<string, string>>;
      readonly cookies: Readonly<Record<string, string>>;
      readonly query: Readonly<Record<string, string | readonly string[]>>;
      /** The body as it was sent, as text in UTF-8; what the binding reads from it is part of the input already. */
      text(): Promise<string>;
      /** The body as it was sent, byte for byte. */
      bytes(): Promise<Uint8Array<ArrayBuffer>>;
    };
    /**
     * Verifies the signature of a webhook over the body as it was sent, with a secret that this Function declares. Its value
     * does not enter the Function: `await ctx.http.verifySignature({ sender: "stripe", secret: "STRIPE_SECRET" })`.
     * @throws FunctionError `SIGNATURE_INVALID` with the status 401, when the signature is missing, wrong or too old
     */
    verifySignature(rule: SignatureRule): Promise<VerifiedSignature>;
    /**
     * Return this to answer with a status, headers and a body of your own. A `body` that is a string or bytes is sent as
     * it is, anything else as JSON. A list sends a header several times: `{ "set-cookie": ["a=1", "b=2"] }`.
     */
    respond(answer: { status?: number; headers?: Record<string, string | string[]>; body?: unknown }): HttpAnswer;
    /**
     * Return this to send an answer piece by piece while the Function runs: `return ctx.http.stream(rows())`, where `rows` is an
     * async generator of strings or bytes. The next piece is asked for when the client has room for it.
     */
    stream(chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>, init?: StreamInit): Response;
    /**
     * Return this to send server-sent events. What the generator yields is an event's data, as JSON unless it is a string, or an
     * object `{ data, event, id, retry }`.
     */
    events(events: AsyncIterable<unknown> | Iterable<unknown>, init?: StreamInit): Response;
  }

  /** The head of a streamed answer: 200 and a content type by its kind, where it says nothing else. */
  export interface StreamInit {
    status?: number;
    headers?: Readonly<Record<string, string>>;
  }

  /** Which signature a webhook must have. */
  export type SignatureRule = {
    /** The name of a secret; several while one is rotated, at most five: any of them may have signed. */
    secret: string | readonly string[];
    /** How old, or how far ahead, the sender's time may be; 300 when it is not set, at most 86,400. */
    toleranceSeconds?: number;
  } & (
    | { sender: "stripe" | "github" | "slack" | "shopify" | "standard" | "twilio" | "meta" | "dropbox" | "trello" }
    | {
        /** Any other sender that signs its body with a shared key. */
        sender: "hmac";
        hmac: {
          /** Where the signature stands. */
          header: string;
          /** `"sha256"` when it is not set. */
          algorithm?: "sha1" | "sha256" | "sha512";
          /** `"hex"` when it is not set. */
          encoding?: "hex" | "base64";
          /** What stands before the signature: `"sha256="`. */
          prefix?: string;
        };
      }
  );

  /** What a verified signature says. */
  export interface VerifiedSignature {
    readonly sender: SignatureRule["sender"];
    /** The same for a delivery that is sent again; `null` where the sender does not say. */
    readonly deliveryId: string | null;
    /** When it was signed, in epoch seconds; `null` where the sender signs no time. */
    readonly timestamp: number | null;
  }

  /** A file in a `multipart` body, as the input of a route has it. */
  export interface UploadedFile {
    /** As the sender names it; never use it as a path. */
    name: string;
    /** The content type that the sender says: `"image/png"`. */
    type: string;
    /** In bytes. */
    size: number;
    /** Base64: `Uint8Array.fromBase64(file.data)`. */
    data: string;
  }

  /** What `ctx.http.respond` returns. */
  export interface HttpAnswer {
    readonly "~ferrule": "http-answer";
  }
}
