import { Busboy, type BusboyHeaders } from "@fastify/busboy";

/** A file of a form, in the form for the input. */
interface UploadedFile {
  name: string;
  type: string;
  /** In bytes. */
  size: number;
  /** Base64 (RFC 4648 section 4). */
  data: string;
}

export type FormValue = string | UploadedFile;
type Form = Record<string, FormValue | FormValue[]>;

/** More parts than real forms have. Each part costs a parser, streams and objects. */
const mostParts = 200;
const mostNameBytes = 200;
const limits = { fields: mostParts, files: mostParts, parts: mostParts, headerPairs: 20 };
const malformed = "is not well-formed multipart/form-data";
const tooMany = `must have at most ${mostParts} parts, with names of at most 200 bytes`;

function put(form: Form, name: string, value: FormValue): void {
  const before = form[name];
  if (before === undefined) form[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else form[name] = [before, value];
}

const isEmptyForm = (bytes: Buffer) => /^\s*--\S+--\s*$/.test(bytes.toString("latin1", 0, 500));

/** A parser that reports its outcome once: null for success, otherwise the body's problem. */
function readParts(type: string, bytes: Buffer, form: Form, done: (problem: string | null) => void): void {
  const headers: BusboyHeaders = { "content-type": type };
  const parser = new Busboy({ headers, limits: { ...limits, fieldSize: bytes.length, fileSize: bytes.length } });
  let problem: string | null = null;
  let parts = 0;
  const exceed = () => {
    problem ??= tooMany;
  };
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) parser.on(limit, exceed);
  const take = (name: unknown, value: FormValue) => {
    if (typeof name !== "string") problem ??= malformed;
    else if (Buffer.byteLength(name) > mostNameBytes) exceed();
    else put(form, name, value);
  };
  parser.on("field", (name: string, value: string) => {
    parts += 1;
    take(name, value);
  });
  parser.on("file", (name, stream, filename, _encoding, mimeType) => {
    parts += 1;
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("error", () => done(malformed));
    stream.on("end", () => {
      const data = Buffer.concat(chunks);
      take(name, { name: filename ?? "", type: mimeType, size: data.length, data: data.toString("base64") });
    });
  });
  parser.on("error", () => done(malformed));
  // If a text has no boundary, the parser finds nothing.
  parser.on("finish", () => done(problem ?? (parts === 0 && !isEmptyForm(bytes) ? malformed : null)));
  parser.end(bytes);
}

/**
 * Reads a body of `multipart/form-data` (RFC 7578) that is already in memory: fields as text, files in base64. A
 * repeated name gets a list. At most 200 parts with names of at most 200 bytes.
 * @param type The content type, with its boundary
 */
export function parseMultipart(type: string, bytes: Buffer): Promise<{ form: Form } | { problem: string }> {
  const form = Object.create(null) as Form;
  return new Promise((resolve) => {
    try {
      readParts(type, bytes, form, (problem) => resolve(problem === null ? { form } : { problem }));
    } catch {
      // There is no boundary.
      resolve({ problem: malformed });
    }
  });
}
