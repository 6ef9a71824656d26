/** URL, fetch and their bodies. */

interface URLSearchParams {
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(callback: (value: string, key: string, parent: URLSearchParams) => void): void;
  entries(): IteratorObject<[string, string]>;
  keys(): IteratorObject<string>;
  values(): IteratorObject<string>;
  [Symbol.iterator](): IteratorObject<[string, string]>;
  toString(): string;
}
declare const URLSearchParams: {
  prototype: URLSearchParams;
  new (init?: string | URLSearchParams | Record<string, string> | Iterable<readonly [string, string]>): URLSearchParams;
};

interface URL {
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
  toString(): string;
  toJSON(): string;
}
declare const URL: {
  prototype: URL;
  new (url: string | URL, relativeTo?: string | URL): URL;
  canParse(url: string | URL, relativeTo?: string | URL): boolean;
  parse(url: string | URL, relativeTo?: string | URL): URL | null;
};

interface URLPatternInit {
  protocol?: string;
  username?: string;
  password?: string;
  hostname?: string;
  port?: string;
  pathname?: string;
  search?: string;
  hash?: string;
  baseURL?: string;
}
interface URLPatternComponentResult {
  input: string;
  groups: Record<string, string | undefined>;
}
interface URLPatternResult {
  inputs: (string | URLPatternInit)[];
  protocol: URLPatternComponentResult;
  username: URLPatternComponentResult;
  password: URLPatternComponentResult;
  hostname: URLPatternComponentResult;
  port: URLPatternComponentResult;
  pathname: URLPatternComponentResult;
  search: URLPatternComponentResult;
  hash: URLPatternComponentResult;
}
interface URLPattern {
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  test(input: string | URL | URLPatternInit, relativeTo?: string): boolean;
  exec(input: string | URL | URLPatternInit, relativeTo?: string): URLPatternResult | null;
}
declare const URLPattern: {
  prototype: URLPattern;
  new (input: string | URLPatternInit, relativeTo?: string, options?: { ignoreCase?: boolean }): URLPattern;
};

interface Blob {
  readonly size: number;
  readonly type: string;
  slice(start?: number, end?: number, contentType?: string): Blob;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}
type BlobPart = BufferSource | Blob | string;
declare const Blob: { prototype: Blob; new (parts?: readonly BlobPart[], options?: { type?: string }): Blob };

interface File extends Blob {
  readonly name: string;
  readonly lastModified: number;
}
declare const File: {
  prototype: File;
  new (parts: readonly BlobPart[], name: string, options?: { type?: string; lastModified?: number }): File;
};

type FormDataEntryValue = File | string;
interface FormData {
  append(name: string, value: string): void;
  append(name: string, value: Blob, filename?: string): void;
  delete(name: string): void;
  get(name: string): FormDataEntryValue | null;
  getAll(name: string): FormDataEntryValue[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  set(name: string, value: Blob, filename?: string): void;
  forEach(callback: (value: FormDataEntryValue, key: string, parent: FormData) => void): void;
  entries(): IteratorObject<[string, FormDataEntryValue]>;
  keys(): IteratorObject<string>;
  values(): IteratorObject<FormDataEntryValue>;
  [Symbol.iterator](): IteratorObject<[string, FormDataEntryValue]>;
}
declare const FormData: { prototype: FormData; new (): FormData };

type HeadersInit = Headers | Readonly<Record<string, string>> | Iterable<readonly [string, string]>;
interface Headers {
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(callback: (value: string, key: string, parent: Headers) => void): void;
  entries(): IteratorObject<[string, string]>;
  keys(): IteratorObject<string>;
  values(): IteratorObject<string>;
  [Symbol.iterator](): IteratorObject<[string, string]>;
}
declare const Headers: { prototype: Headers; new (init?: HeadersInit): Headers };

type BodyInit = string | BufferSource | Blob | FormData | URLSearchParams | ReadableStream<Uint8Array>;
interface Body {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  formData(): Promise<FormData>;
  // oxlint-disable-next-line typescript/no-explicit-any -- as in the platform's own types: the author says what it is
  json(): Promise<any>;
  text(): Promise<string>;
}

interface RequestInit {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | null;
  redirect?: "follow" | "error" | "manual";
  signal?: AbortSignal | null;
  duplex?: "half";
}
interface Request extends Body {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly redirect: "follow" | "error" | "manual";
  readonly signal: AbortSignal;
  clone(): Request;
}
declare const Request: { prototype: Request; new (input: string | URL | Request, init?: RequestInit): Request };

interface ResponseInit {
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}
interface Response extends Body {
  readonly headers: Headers;
  readonly ok: boolean;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly type: "basic" | "cors" | "default" | "error" | "opaque" | "opaqueredirect";
  readonly url: string;
  clone(): Response;
}
declare const Response: {
  prototype: Response;
  new (body?: BodyInit | null, init?: ResponseInit): Response;
  error(): Response;
  json(data: unknown, init?: ResponseInit): Response;
  redirect(url: string | URL, status?: number): Response;
};

/** An HTTP request to a host that this Function declares and may use; any other host fails with `EGRESS_DENIED`. */
declare function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
