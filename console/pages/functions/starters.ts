/** Starting points for a new Function. */
export const starters = [
  {
    value: "simple",
    label: "A tool",
    detail: "Takes an input and returns an object",
    hosts: [] as string[],
    source: `import type { Context } from "ferrule";

interface Input {
  /** Of the IANA's list of time zones. @example "Europe/Berlin" */
  zone: string;
}

/** Tells the time and the weekday in a time zone. */
export default async function tellTime({ zone }: Input, ctx: Context) {
  const now = new Date();
  ctx.log.info("telling the time", { zone });
  const time = now.toLocaleTimeString("en-GB", { timeZone: zone });
  const weekday = now.toLocaleDateString("en-GB", { timeZone: zone, weekday: "long" });
  return { zone, time, weekday };
}
`,
  },
  {
    value: "fetch",
    label: "A call to an API",
    detail: "fetch, an allowed host and a custom error",
    hosts: ["api.open-meteo.com"],
    source: `import { FunctionError, type Context } from "ferrule";

interface Input {
  /** Degrees north of the equator. @example 52.52 @minimum -90 @maximum 90 */
  latitude: number;
  /** Degrees east of Greenwich. @example 13.41 @minimum -180 @maximum 180 */
  longitude: number;
}

interface Forecast {
  current: { time: string; temperature_2m: number };
}

/** Reads the temperature at a place, in degrees Celsius. */
export default async function readTemperature({ latitude, longitude }: Input, ctx: Context) {
  const place = \`latitude=\${latitude}&longitude=\${longitude}\`;
  const response = await fetch(\`https://api.open-meteo.com/v1/forecast?\${place}&current=temperature_2m\`, {
    signal: ctx.signal,
  });
  if (!response.ok) {
    throw new FunctionError("WEATHER_UNAVAILABLE", \`The weather service answered \${response.status}.\`, { status: 502 });
  }
  const { current } = (await response.json()) as Forecast;
  return { celsius: current.temperature_2m, measuredAt: \`\${current.time}Z\` };
}
`,
  },
  {
    value: "webhook",
    label: "An HTTP route",
    detail: "Reads the request and sets a status",
    hosts: [] as string[],
    source: `import type { Context } from "ferrule";

interface Input {
  /** What has happened. @example "order.paid" */
  event: string;
}

/** Receives an event and confirms it. */
export default async function receiveEvent({ event }: Input, ctx: Context) {
  ctx.log.info("received", { event, from: ctx.http?.request.headers["user-agent"] ?? "a test" });
  const body = { accepted: event };
  // Only a route has a status to choose; a test or a tool gets the body alone.
  return ctx.http?.respond({ status: 202, body }) ?? body;
}
`,
  },
] as const;
