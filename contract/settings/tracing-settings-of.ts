import type { Settings } from "./settings.ts";

const shares = { always_on: 1, always_off: 0 } as const;

/** The tracing settings of a role; undefined while tracing is off. `role` is `gateway` and so on. */
export function tracingSettingsOf(settings: Settings, role: string) {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const sampler = settings.OTEL_TRACES_SAMPLER;
  const isParentBased = sampler.startsWith("parentbased_");
  const plain = sampler.replace("parentbased_", "");
  return {
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    protocol: settings.OTEL_EXPORTER_OTLP_PROTOCOL,
    ratio: plain in shares ? shares[plain as keyof typeof shares] : settings.OTEL_TRACES_SAMPLER_ARG,
    followsCallers: isParentBased && settings.TRACES_FOLLOW_CALLERS,
    serviceName: settings.OTEL_SERVICE_NAME ?? `ferrule-${role}`,
    delayMs: settings.OTEL_BSP_SCHEDULE_DELAY,
  };
}
