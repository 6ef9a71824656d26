import { z } from "zod";

const roles = ["gateway", "control-plane", "worker"] as const;
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const httpUrl = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), "must be an http or https URL");
const share = z
  .string()
  .regex(/^\d*\.?\d+$/, "must be a number from 0 to 1")
  .transform(Number)
  .pipe(z.number().max(1, "must be a number from 0 to 1"));

/** `name=value` pairs separated by commas, percent-encoded, as in W3C Baggage. */
function readPairs(text: string): Record<string, string> | null {
  const pairs: Record<string, string> = {};
  for (const part of text.split(",")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim();
    if (part.trim() === "") continue;
    if (at < 1 || !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return null;
    try {
      pairs[name] = decodeURIComponent(part.slice(at + 1).trim());
    } catch {
      return null;
    }
  }
  return pairs;
}

const headers = z
  .string()
  .max(8_192)
  .transform((text, context) => {
    const pairs = readPairs(text);
    if (pairs !== null && Object.values(pairs).every((value) => /^[\t\x20-\x7e]*$/.test(value))) return pairs;
    context.addIssue({ code: "custom", message: "must be name=value pairs, separated by commas" });
    return z.NEVER;
  });

/** The settings of traces. They use OpenTelemetry's names and values where these exist. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl.optional(),
    description: "The OTLP receiver for traces, such as http://collector:4318; unset: nothing is traced",
    readers: roles,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: headers.optional(),
    description: "Headers for the OTLP receiver, such as its key: name=value pairs, separated by commas",
    readers: roles,
    credential: true,
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    schema: z
      .enum(["http/protobuf", "http/json"], { error: "must be http/protobuf or http/json" })
      .default("http/protobuf"),
    description: "http/protobuf or http/json",
    readers: roles,
  },
  OTEL_SERVICE_NAME: {
    schema: z.string().max(200).optional(),
    description: "The service's name in traces; unset: ferrule-gateway, ferrule-control-plane and ferrule-worker",
    readers: roles,
  },
  OTEL_TRACES_SAMPLER: {
    schema: z.enum(samplers, { error: `must be one of ${samplers.join(", ")}` }).default("parentbased_traceidratio"),
    description: "Which calls are traced; with `parentbased_` callers decide if TRACES_FOLLOW_CALLERS is on",
    readers: roles,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: share.default(0.01),
    description: "The share of calls that `traceidratio` traces, from 0 to 1",
    readers: roles,
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    schema: z
      .string()
      .regex(/^\d{1,6}$/, "must be a whole number")
      .transform(Number)
      .default(5_000),
    description: "How long finished spans gather before they are sent, in milliseconds",
    readers: roles,
  },
  TRACES_FOLLOW_CALLERS: {
    schema: z
      .enum(["true", "false", "1", "0", "yes", "no", "on", "off"], { error: "must be true or false" })
      .transform((value) => ["true", "1", "yes", "on"].includes(value))
      .default(false),
    description: "Callers may decide by their `traceparent` whether their calls are traced",
    readers: roles,
  },
  TRACE_URL_TEMPLATE: {
    schema: httpUrl.refine((value) => value.includes("{traceId}"), "must have {traceId} in it").optional(),
    description: "The page of a trace in your tracing tool, such as https://tempo.example/trace/{traceId}",
    readers: ["control-plane"],
  },
} as const;
