import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { refusal, type Refusal } from "../../serving/exchange.ts";
import { parseJson } from "../../serving/body/parse-json.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { takeInexact } from "@ferrule/contract/json/parse-exact-json.ts";
import { coerce, mayBeList, whyInexact, type Coercions } from "../../../deployed/endpoints/coercions.ts";
import { parseQuery } from "./http-input.ts";
import { unfitMediaType } from "./media-type.ts";
import { parseMultipart, type FormValue } from "./parse-multipart.ts";
import type { CompiledRoute } from "../../../deployed/endpoints/route-table.ts";

/** The members that a body adds to the input, by name; null without a body. */
export type InputBody = { body: Record<string, unknown> | null } | { refused: Refusal };

const mostFields = 1_000;

const unfit = (issues: readonly Issue[]): InputBody => ({
  refused: { ...refusal("INPUT_INVALID"), details: { issues } },
});
const wrong = (message: string): InputBody => unfit([{ path: "body", message }]);

/** The whole body under the property that the binding names. */
const under = (name: string, value: unknown): InputBody => {
  const body = Object.create(null) as Record<string, unknown>;
  body[name] = value;
  return { body };
};

function jsonBody(bytes: Buffer, property: string | undefined): InputBody {
  const parsed = parseJson(bytes);
  if ("code" in parsed) return { refused: refusal(parsed.code) };
  if (!parsed.isExact) return unfit(takeInexact(parsed.value, "body"));
  if (property !== undefined) return under(property, parsed.value);
  return isObject(parsed.value) ? { body: parsed.value } : wrong("must be an object");
}

function fieldOf(given: FormValue | FormValue[], name: string, coercions: Coercions): unknown {
  const coercion = coercions.get(name);
  if (!Array.isArray(given)) {
    if (typeof given === "string") return coerce(given, coercion);
    return mayBeList(coercion) ? [given] : given;
  }
  if (given.every((one) => typeof one === "string")) return coerce(given, coercion);
  return given;
}

/** Form fields by name, coerced like those of a query. */
function formBody(
  form: Record<string, FormValue | FormValue[]>,
  { property, bodyCoercions }: CompiledRoute,
): InputBody {
  const fields = Object.create(null) as Record<string, unknown>;
  const issues: Issue[] = [];
  for (const name in form) {
    const value = fieldOf(form[name] ?? "", name, bodyCoercions);
    const reason = whyInexact(value, bodyCoercions.get(name));
    if (reason !== null) issues.push({ path: `body.${name}`.slice(0, 200), message: reason });
    fields[name] = value;
  }
  if (issues.length > 0) return unfit(issues.slice(0, 20));
  return property === undefined ? { body: fields } : under(property, fields);
}

function countFields(bytes: Buffer): number {
  let fields = 1;
  for (let at = bytes.indexOf("&"); at >= 0 && fields <= mostFields; at = bytes.indexOf("&", at + 1)) fields += 1;
  return fields;
}

/**
 * Reads a body in the way that the route's binding defines (docs/http.md, Bodies). An empty body adds nothing. A
 * multipart body waits for a turn; for the others, the result is immediate.
 */
export function readInputBody(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  route: CompiledRoute,
): InputBody | Promise<InputBody> {
  if (bytes.length === 0) return { body: null };
  const { bodyType = "json" } = route.binding;
  const refused = unfitMediaType(headers, bodyType);
  if (refused !== null) return { refused };
  if (bodyType === "json") return jsonBody(bytes, route.property);
  if (bodyType === "bytes") return under(route.property ?? "body", bytes.toString("base64"));
  if (bodyType === "multipart") {
    return parseMultipart(headers["content-type"] ?? "", bytes).then((read) =>
      "problem" in read ? wrong(read.problem) : formBody(read.form, route),
    );
  }
  if (!isUtf8(bytes)) return wrong("must be text in UTF-8");
  if (bodyType === "text") return under(route.property ?? "body", bytes.toString("utf8"));
  if (countFields(bytes) > mostFields) return wrong(`must have at most ${mostFields} fields`);
  return formBody(parseQuery(bytes.toString("utf8")), route);
}
