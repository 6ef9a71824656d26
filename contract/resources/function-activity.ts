import { z } from "zod";
import { environments, httpMethods } from "../states.ts";
import { traffic } from "./dashboard.ts";
import { id, time } from "./fields.ts";

const bound = {
  bindingId: z.string(),
  endpointId: id("ep"),
  endpointName: z.string(),
  enabled: z.boolean(),
};

/**
 * The bindings of a Function, the environments that serve it, and the results of its calls. At most 100 of each kind of
 * binding.
 */
export const functionActivity = z.object({
  functionId: id("fn"),
  /** For the draft. */
  revision: z.number().int(),
  /** The environments that serve it. */
  serving: z.array(
    z.object({
      environment: z.enum(environments),
      revision: z.number().int(),
      deploymentId: z.string(),
      number: z.number().int(),
      since: time,
    }),
  ),
  tools: z.array(z.object({ ...bound, toolName: z.string() })),
  routes: z.array(z.object({ ...bound, method: z.enum(httpMethods), path: z.string() })),
  crons: z.array(
    z.object({
      cronBindingId: z.string(),
      name: z.string(),
      environment: z.enum(environments),
      schedule: z.string(),
      timezone: z.string(),
      enabled: z.boolean(),
      nextRunAt: time.nullable(),
    }),
  ),
  /** The environment whose calls are counted. */
  environment: z.enum(environments),
  /** For the last 24 hours, and for the last seven days; in steps of 15 minutes. */
  day: z.object(traffic),
  week: z.object(traffic),
});
