/** `ctx.http`: for calls through a route only. */
declare module "ferrule" {
  export interface HttpCall {
    readonly request: {
      readonly method: string;
      readonly path: string;
      /** Lower-case names; without credentials. */
      readonly headers: Readonly<Record<string, string>>;
      readonly cookies: Readonly<Record<string, string>>;
      readonly query: Readonly<Record<string, string | readonly string[]>>;
      /** The raw body as UTF-8 text; the parts that the binding reads are in the input already. */
      text(): Promise<string>;
      /** The raw body, byte for byte. */
      bytes(): Promise<Uint8Array<ArrayBuffer>>;
    };
    /**
     * Verifies a webhook's signature over the raw body, with a secret that this Function declares. The secret's value
     * does not enter the Function: `await ctx.http.verifySignature({ sender: "stripe", secret: "STRIPE_SECRET" })`.
     * @throws FunctionError `SIGNATURE_INVALID` with the status 401, when the signature is missing, wrong or too old
     */
    verifySignature(rule: SignatureRule): Promise<VerifiedSignature>;
    /**
     * Return this to choose the status, headers and body of the response. A string or bytes in `body` are sent
     * unchanged, anything else as JSON. A list sends a header several times: `{ "set-cookie": ["a=1", "b=2"] }`.
     */
    respond(answer: { status?: number; headers?: Record<string, string | string[]>; body?: unknown }): HttpAnswer;
    /**
     * Return this to send the response piece by piece while the Function runs: `return ctx.http.stream(rows())`, where
     * `rows` is an async generator of strings or bytes. Ferrule requests the next piece when the client has room for
     * it.
     */
    stream(chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>, init?: StreamInit): Response;
    /**
     * Return this to send server-sent events. Each value that the generator yields is the data of an event (as JSON
     * unless it is a string), or an object `{ data, event, id, retry }`.
     */
    events(events: AsyncIterable<unknown> | Iterable<unknown>, init?: StreamInit): Response;
  }

  /** The head of a streamed response; default: 200, and a content type by its kind. */
  export interface StreamInit {
    status?: number;
    headers?: Readonly<Record<string, string>>;
  }

  /** The signature that a webhook must have. */
  export type SignatureRule = {
    /** A secret's name; during a rotation several, at most five: any of them may have signed. */
    secret: string | readonly string[];
    /** How old, or how far ahead, the sender's time may be; default: 300, at most 86,400. */
    toleranceSeconds?: number;
  } & (
    | { sender: "stripe" | "github" | "slack" | "shopify" | "standard" | "twilio" | "meta" | "dropbox" | "trello" }
    | {
        /** Any other sender that signs its body with a shared key. */
        sender: "hmac";
        hmac: {
          /** The place of the signature. */
          header: string;
          /** Default: `"sha256"`. */
          algorithm?: "sha1" | "sha256" | "sha512";
          /** Default: `"hex"`. */
          encoding?: "hex" | "base64";
          /** The text before the signature: `"sha256="`. */
          prefix?: string;
        };
      }
  );

  /** The content of a verified signature. */
  export interface VerifiedSignature {
    readonly sender: SignatureRule["sender"];
    /** The same for every repetition of a delivery; `null` if the sender gives none. */
    readonly deliveryId: string | null;
    /** The time of signing, in epoch seconds; `null` if the sender signs no time. */
    readonly timestamp: number | null;
  }

  /** A file in a `multipart` body, as the input of a route has it. */
  export interface UploadedFile {
    /** The sender's name for it; never use it as a path. */
    name: string;
    /** The sender's content type: `"image/png"`. */
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
