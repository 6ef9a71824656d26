import { hash } from "node:crypto";
import { hostname } from "node:os";
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type SpanContext,
  type Span as OtelSpan,
  type Tracer,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { envDetector, detectResources, resourceFromAttributes } from "@opentelemetry/resources";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import type { Registry } from "prom-client";
import type { Log } from "../log.ts";
import { boundedProcessor } from "./bounded-processor.ts";
import type { Carrier, ForeignCarrier, Span, SpanAttributes, SpanKind as Kind } from "./span.ts";
import type { Tracing, TracingSettings } from "./tracing.ts";

const kinds: Record<Kind, SpanKind> = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
/** How long an ending role waits for a silent receiver. */
const goodbyeMs = 2_000;
/** We drop a longer `tracestate`, as W3C Trace Context section 3.3.1.5 permits. */
const mostStateChars = 512;

const propagator = new W3CTraceContextPropagator();
const getter = {
  get: (carrier: ForeignCarrier, key: string) =>
    key === "traceparent" || key === "tracestate" ? carrier[key] : undefined,
  keys: (carrier: ForeignCarrier) => Object.keys(carrier),
};
const setter = {
  set(carrier: Record<string, string>, key: string, value: string) {
    if (key !== "tracestate" || value.length <= mostStateChars) carrier[key] = value;
  },
};

/** Another process's headers as a context. Without a valid `traceparent`, it is the root. */
const contextOf = (from: ForeignCarrier | undefined): Context =>
  from?.traceparent === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, from, getter);

const hasSampled = ({ traceFlags }: SpanContext): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0;

/** The same, but sampled, whatever the sender's flag says, because we have decided here. */
function sampled(context: Context): Context {
  const sent = trace.getSpanContext(context);
  if (sent === undefined || hasSampled(sent)) return context;
  return trace.setSpanContext(context, { ...sent, traceFlags: TraceFlags.SAMPLED });
}

class OpenSpan implements Span {
  readonly traceId: string;
  readonly #tracer: Tracer;
  readonly #span: OtelSpan;
  readonly #context: Context;
  #carrier: Carrier | undefined;

  constructor(tracer: Tracer, parent: Context, { name, kind, attributes, links }: Parameters<typeof optionsOf>[0]) {
    this.#tracer = tracer;
    this.#span = tracer.startSpan(name, optionsOf({ name, kind, attributes, links }), parent);
    this.#context = trace.setSpan(parent, this.#span);
    this.traceId = this.#span.spanContext().traceId;
  }

  get carrier(): Carrier {
    if (this.#carrier === undefined) {
      const headers: Record<string, string> = {};
      propagator.inject(this.#context, headers, setter);
      this.#carrier = { traceparent: headers["traceparent"] ?? "", tracestate: headers["tracestate"] };
    }
    return this.#carrier;
  }

  child(name: string, kind: Kind, attributes?: SpanAttributes): Span {
    return new OpenSpan(this.#tracer, this.#context, { name, kind, attributes });
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  fail(type: string): void {
    this.#span.setAttribute("error.type", type);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    if (this.#span.isRecording()) this.#span.end();
  }
}

interface SpanOptions {
  name: string;
  kind: Kind;
  attributes?: SpanAttributes | undefined;
  links?: { context: ReturnType<OtelSpan["spanContext"]> }[] | undefined;
}

const optionsOf = ({ kind, attributes = {}, links = [] }: SpanOptions) => ({ kind: kinds[kind], attributes, links });

async function exporterOf({ url, headers, protocol }: TracingSettings) {
  const { OTLPTraceExporter } = await (protocol === "http/json"
    ? import("@opentelemetry/exporter-trace-otlp-http")
    : import("@opentelemetry/exporter-trace-otlp-proto"));
  return new OTLPTraceExporter({ url, headers, concurrencyLimit: 2 });
}

const resourceOf = (role: string, serviceName: string) =>
  detectResources({ detectors: [envDetector] }).merge(
    resourceFromAttributes({
      "service.name": serviceName,
      "service.instance.id": `${hostname()}-${process.pid}`,
      "ferrule.role": role,
    }),
  );

/**
 * Opens tracing. It decides once whether to sample a call: where the call comes in, and by chance. If the trace id
 * decided, the caller would decide.
 */
export async function createTracing(options: {
  settings: TracingSettings;
  role: string;
  registry: Registry;
  log: Log;
}): Promise<Tracing> {
  const { settings, role, registry, log } = options;
  const { ratio, followsCallers, serviceName, delayMs } = settings;
  const provider = new TracerProvider({
    resource: resourceOf(role, serviceName),
    spanProcessors: [boundedProcessor({ exporter: await exporterOf(settings), delayMs, registry, log })],
    spanLimits: { attributeCountLimit: 32, attributeValueLengthLimit: 256 },
  });
  const tracer = provider.getTracer("ferrule");
  const proceed: Tracing["proceed"] = (beginning, from) => {
    const context = contextOf(from);
    return trace.getSpanContext(context) === undefined ? undefined : new OpenSpan(tracer, sampled(context), beginning);
  };
  return {
    begin(beginning, from) {
      const context = followsCallers ? contextOf(from) : ROOT_CONTEXT;
      const sent = trace.getSpanContext(context);
      const isSampled = sent === undefined ? Math.random() < ratio : hasSampled(sent);
      if (!isSampled) return undefined;
      return new OpenSpan(tracer, followsCallers ? context : sampled(contextOf(from)), beginning);
    },
    proceed,
    gather(beginning, id) {
      const digest = hash("sha256", id);
      // Of 52 bits, so that the number is exact.
      if (Number.parseInt(digest.slice(0, 13), 16) / 2 ** 52 >= ratio) return undefined;
      return proceed(beginning, { traceparent: `00-${digest.slice(-48, -16)}-${digest.slice(-16)}-01` });
    },
    passOn({ traceparent, tracestate }) {
      if (!followsCallers || traceparent === undefined) return undefined;
      const sent = trace.getSpanContext(contextOf({ traceparent }));
      if (sent === undefined || hasSampled(sent)) return undefined;
      return {
        traceparent,
        ...(tracestate !== undefined && tracestate.length <= mostStateChars ? { tracestate } : {}),
      };
    },
    join(beginning, from, step) {
      const context = contextOf(from);
      const sent = trace.getSpanContext(context);
      if (step === undefined) {
        const isSampled = followsCallers && sent !== undefined && hasSampled(sent);
        return isSampled ? new OpenSpan(tracer, context, beginning) : undefined;
      }
      const linked = trace.getSpanContext(contextOf(step));
      if (sent === undefined || linked === undefined) return proceed(beginning, step);
      return new OpenSpan(tracer, sampled(context), { ...beginning, links: [{ context: linked }] });
    },
    async [Symbol.asyncDispose]() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, goodbyeMs);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
