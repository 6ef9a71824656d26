import type { Route } from "../discovery/served.ts";

type BodyType = Route["bodyType"];

/** The input property that is the whole body; null when the input's members are the body's. */
export const wholeBody = ({ bodyType, bodyProperty }: Pick<Route, "bodyType" | "bodyProperty">): string | null =>
  bodyProperty ?? (bodyType === "text" || bodyType === "bytes" ? "body" : null);

export const contentTypes: Record<Exclude<BodyType, "multipart">, string> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  text: "text/plain",
  bytes: "application/octet-stream",
};

interface File {
  name: string;
  type: string;
  data: string;
}

const isFile = (value: unknown): value is File =>
  typeof value === "object" && value !== null && "data" in value && typeof value.data === "string" && "name" in value;

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Name and value pairs; a list repeats its name. */
const fieldsOf = (body: unknown): [string, unknown][] =>
  Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one): [string, unknown] => [name, one]) : [[name, value]],
  );

const formText = (body: unknown): string =>
  new URLSearchParams(fieldsOf(body).map(([name, value]) => [name, asText(value)])).toString();

/** Decodes a base64 text; no bytes when it is not base64. */
function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(data), (char) => char.codePointAt(0) ?? 0);
  } catch {
    return new Uint8Array(0);
  }
}

function formData(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of fieldsOf(body)) {
    if (isFile(value)) form.append(name, new Blob([bytesOf(value.data)], { type: value.type }), value.name);
    else form.append(name, asText(value));
  }
  return form;
}

/** Encodes a route's body for `fetch`. For multipart, the browser sets the type with its boundary. */
export function encodeBody(type: BodyType, body: unknown): BodyInit {
  if (type === "json") return JSON.stringify(body);
  if (type === "form") return formText(body);
  if (type === "multipart") return formData(body);
  return type === "text" ? asText(body) : bytesOf(asText(body));
}

const quoteInJavaScript = (value: unknown) => JSON.stringify(asText(value));

/** The JavaScript expression that creates the same body. */
export function bodyExpression(type: BodyType, body: unknown): string {
  if (type === "json") return `JSON.stringify(${JSON.stringify(body)})`;
  if (type === "form") return quoteInJavaScript(formText(body));
  if (type === "text") return quoteInJavaScript(body);
  if (type === "bytes") return `Uint8Array.fromBase64(${quoteInJavaScript(body)})`;
  const appended = fieldsOf(body).map(([name, value]) =>
    isFile(value)
      ? `form.append(${JSON.stringify(name)}, new Blob([Uint8Array.fromBase64(${JSON.stringify(value.data)})]), ${JSON.stringify(value.name)});`
      : `form.append(${JSON.stringify(name)}, ${quoteInJavaScript(value)});`,
  );
  return `(() => { const form = new FormData(); ${appended.join(" ")} return form; })()`;
}

/** The curl options that send the same body; `quoted` quotes a text for the shell. */
export function curlOptions(type: BodyType, body: unknown, quoted: (text: string) => string): string[] {
  if (type === "multipart") {
    return fieldsOf(body).map(
      ([name, value]) => `-F ${quoted(isFile(value) ? `${name}=@${value.name}` : `${name}=${asText(value)}`)}`,
    );
  }
  const header = `-H 'content-type: ${contentTypes[type]}'`;
  if (type === "bytes") return [header, "--data-binary @file"];
  const data = type === "json" ? JSON.stringify(body) : type === "form" ? formText(body) : asText(body);
  return [header, `${type === "text" ? "--data-binary" : "-d"} ${quoted(data)}`];
}
