import type { Registry } from "prom-client";
import type { Log } from "../log.ts";
import type { Tracing, TracingSettings } from "./tracing.ts";

export interface TracingOptions {
  settings: TracingSettings | undefined;
  /** `gateway`, `control-plane` or `worker`. */
  role: string;
  registry: Registry;
  log: Log;
}

/** Opens tracing if it is on. The libraries are loaded only then. */
export async function openTracing({ settings, ...options }: TracingOptions): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { createTracing } = await import("./create-tracing.ts");
  return createTracing({ settings, ...options });
}
