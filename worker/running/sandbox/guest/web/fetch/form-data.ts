import { blobBytes, File, isBlob, isFile, type Blob } from "../blob.ts";
import { joined } from "../bytes.ts";
import { utf8, utf8Text } from "../encoding.ts";
import { defineInterfaces } from "../interface.ts";
import { definePairs, type Pairs } from "./pairs.ts";

type Entry = [string, string | File];

const wellFormed = (value: unknown): string => String(value).toWellFormed();

function entryValue(value: unknown, given: number, filename: unknown): string | File {
  if (!isBlob(value)) {
    if (given > 2) throw new TypeError("Only a Blob may have a file name.");
    return wellFormed(value);
  }
  if (isFile(value) && given < 3) return value;
  const name = given < 3 ? "blob" : wellFormed(filename);
  const { type } = value as Blob;
  const lastModified = isFile(value) ? value.lastModified : undefined;
  return new File([value], name, { type, ...(lastModified === undefined ? {} : { lastModified }) });
}

/** https://xhr.spec.whatwg.org/#interface-formdata */
export class FormData {
  #entries: Entry[] = [];

  constructor(form: unknown = undefined) {
    if (form !== undefined) throw new TypeError("There are no form elements here.");
  }
  append(name: string, value: unknown, filename: unknown = undefined): void {
    this.#entries.push([wellFormed(name), entryValue(value, arguments.length, filename)]);
  }
  set(name: string, value: unknown, filename: unknown = undefined): void {
    const key = wellFormed(name);
    const entry: Entry = [key, entryValue(value, arguments.length, filename)];
    const at = this.#entries.findIndex(([known]) => known === key);
    if (at < 0) this.#entries.push(entry);
    else
      this.#entries = this.#entries.flatMap((known, index) =>
        index === at ? [entry] : known[0] === key ? [] : [known],
      );
  }
  delete(name: string): void {
    const key = wellFormed(name);
    this.#entries = this.#entries.filter(([known]) => known !== key);
  }
  get(name: string): string | File | null {
    const key = wellFormed(name);
    return this.#entries.find(([known]) => known === key)?.[1] ?? null;
  }
  getAll(name: string): (string | File)[] {
    const key = wellFormed(name);
    return this.#entries.filter(([known]) => known === key).map(([, value]) => value);
  }
  has(name: string): boolean {
    const key = wellFormed(name);
    return this.#entries.some(([known]) => known === key);
  }
  static pairsOf(form: FormData): readonly Entry[] {
    return form.#entries;
  }
  static is(value: unknown): value is FormData {
    return typeof value === "object" && value !== null && #entries in value;
  }
}
export interface FormData extends Pairs<string | File> {}

const { pairsOf, is } = FormData;
delete (FormData as { pairsOf?: unknown }).pairsOf;
delete (FormData as { is?: unknown }).is;
export const isFormData = is;
definePairs("FormData", FormData, pairsOf);
defineInterfaces({ FormData });

const lineEnds = (text: string) => text.replace(/\r\n|\r|\n/g, "\r\n");
const escaped = (name: string) => name.replace(/\n/g, "%0A").replace(/\r/g, "%0D").replace(/"/g, "%22");

/** https://html.spec.whatwg.org/#multipart-form-data */
export function encodeForm(form: FormData, boundary: string): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [name, value] of pairsOf(form)) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(lineEnds(name))}"`;
    if (typeof value === "string") {
      parts.push(utf8(`${head}\r\n\r\n${lineEnds(value)}\r\n`));
    } else {
      const type = value.type === "" ? "application/octet-stream" : value.type;
      parts.push(utf8(`${head}; filename="${escaped(value.name)}"\r\ncontent-type: ${type}\r\n\r\n`));
      parts.push(blobBytes(value), utf8("\r\n"));
    }
  }
  parts.push(utf8(`--${boundary}--\r\n`));
  return joined(parts);
}

function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  outer: for (let at = bytes.indexOf(wanted[0]!, from); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    for (let i = 1; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) continue outer;
    return at;
  }
  return -1;
}

/** Parses a multipart body (RFC 7578). @throws TypeError when it is malformed */
export function decodeForm(bytes: Uint8Array, boundary: string): FormData {
  const form = new FormData();
  const separator = utf8(`\r\n--${boundary}`);
  const all = joined([utf8("\r\n"), bytes]);
  const headEnd = utf8("\r\n\r\n");
  let at = indexOfBytes(all, separator, 0);
  if (at < 0) throw new TypeError("The body is not multipart form data.");
  for (;;) {
    at += separator.length;
    if (all[at] === 45 && all[at + 1] === 45) return form;
    const head = indexOfBytes(all, headEnd, at);
    const end = indexOfBytes(all, separator, at);
    if (head < 0 || end < 0 || head > end) throw new TypeError("The body is not multipart form data.");
    const headers = utf8Text(all.subarray(at, head));
    const content = all.slice(head + 4, Math.max(head + 4, end));
    const name = /;\s*name="([^"]*)"/i.exec(headers)?.[1];
    if (name === undefined) throw new TypeError("A part of the form has no name.");
    const filename = /;\s*filename="([^"]*)"/i.exec(headers)?.[1];
    const unescape = (text: string) => text.replace(/%22/g, '"').replace(/%0D/g, "\r").replace(/%0A/g, "\n");
    if (filename === undefined) form.append(unescape(name), utf8Text(content));
    else {
      const type = /content-type:\s*([^\r\n]*)/i.exec(headers)?.[1] ?? "text/plain";
      form.append(unescape(name), new File([content], unescape(filename), { type }));
    }
    at = end;
  }
}
