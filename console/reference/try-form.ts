import { sampleOfSchema } from "./sample-of-schema.ts";
import type { ApiDocument, ApiOperation, ApiParameter } from "./document.ts";
import { element, labelled } from "./element.ts";

/** How much of a response is shown. */
const shownCharacters = 100_000;

interface Tried {
  method: string;
  path: string;
  operation: ApiOperation;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function urlOf(base: string, path: string, values: ReadonlyMap<ApiParameter, string>): string {
  let filled = path;
  const query = new URLSearchParams();
  for (const [parameter, value] of values) {
    if (parameter.in === "path") filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.in === "query" && value !== "") query.append(parameter.name, value);
  }
  return base + (filled === "/" ? "" : filled) + (query.size > 0 ? `?${query.toString()}` : "");
}

/** A response as text: its status line, its headers, and the beginning of its body. */
async function describe(answer: Response, beganAt: number): Promise<string> {
  const body = await answer.text();
  const took = Math.round(performance.now() - beganAt);
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const isJson = /\bjson\b/.test(answer.headers.get("content-type") ?? "");
  let shown = body;
  try {
    if (isJson) shown = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // The body is not JSON, so it is shown unchanged.
  }
  return `${answer.status} ${answer.statusText} · ${took} ms\n${headers}\n\n${shown.slice(0, shownCharacters)}`;
}

/** A form that calls one route from this page, with the credential of the page. */
export function tryForm(api: ApiDocument, tried: Tried, credential: () => Record<string, string>): HTMLElement {
  const { method, path, operation } = tried;
  const fields = operation.parameters.map((parameter) => {
    const sample = parameter.required ? textOf(sampleOfSchema(parameter.schema, api)) : "";
    return { parameter, field: element("input", { value: sample, spellcheck: "false" }) };
  });
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const sample = media === undefined ? undefined : (media.example ?? sampleOfSchema(media.schema, api));
  const isJson = type === "application/json";
  const text =
    sample == null ? "" : isJson ? JSON.stringify(sample, null, 2) : typeof sample === "string" ? sample : "";
  const body = element("textarea", { rows: "8", spellcheck: "false" }, text);
  const answer = element("pre", { "aria-live": "polite", hidden: "" });
  const send = element("button", { type: "submit" }, "Send");
  const form = element(
    "form",
    {},
    ...fields.map(({ parameter, field }) => labelled(`${parameter.name} (${parameter.in})`, field)),
  );
  if (type !== undefined) form.append(labelled(`Body, ${type}`, body));
  form.append(send, answer);

  async function call(): Promise<void> {
    const values = new Map(fields.map(({ parameter, field }) => [parameter, field.value]));
    const headers: Record<string, string> = { ...credential() };
    for (const [parameter, value] of values)
      if (parameter.in === "header" && value !== "") headers[parameter.name] = value;
    const hasBody = type !== undefined && body.value !== "";
    if (hasBody) headers["content-type"] = type;
    const base = location.pathname.replace(/\/-\/reference$/, "");
    const beganAt = performance.now();
    const given = {
      method,
      headers,
      credentials: "omit",
      redirect: "manual",
      ...(hasBody ? { body: body.value } : {}),
    } as const;
    answer.textContent = await describe(await fetch(urlOf(base, path, values), given), beganAt);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send.disabled = true;
    answer.hidden = false;
    answer.textContent = "…";
    call()
      .catch((error: unknown) => (answer.textContent = `The call failed: ${String(error)}`))
      .finally(() => (send.disabled = false));
  });
  return form;
}
