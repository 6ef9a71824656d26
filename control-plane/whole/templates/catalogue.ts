import { cacheCounter } from "./catalogue/cache-counter.ts";
import { csvToJson } from "./catalogue/csv-to-json.ts";
import { featureFlags } from "./catalogue/feature-flags.ts";
import { githubIssues } from "./catalogue/github-issues.ts";
import { htmlToText } from "./catalogue/html-to-text.ts";
import { rateLimitedProxy } from "./catalogue/rate-limited-proxy.ts";
import { recordCrud } from "./catalogue/record-crud.ts";
import { recordDigest } from "./catalogue/record-digest.ts";
import { restCall } from "./catalogue/rest-call.ts";
import { scheduledReport } from "./catalogue/scheduled-report.ts";
import { slackMessage } from "./catalogue/slack-message.ts";
import { webhookReceiver } from "./catalogue/webhook-receiver.ts";
import type { Template } from "./template.ts";

/** Every template, by id. */
export const catalogue: readonly Template[] = [
  cacheCounter,
  csvToJson,
  featureFlags,
  githubIssues,
  htmlToText,
  rateLimitedProxy,
  recordCrud,
  recordDigest,
  restCall,
  scheduledReport,
  slackMessage,
  webhookReceiver,
];

export const findTemplate = (id: string): Template | undefined => catalogue.find((template) => template.id === id);
