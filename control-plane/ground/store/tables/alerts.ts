import type { AlertRule, QuietHours } from "@ferrule/contract/resources/alert.ts";
import type { AlertChannelKind, alertMessageStatuses } from "@ferrule/contract/resources/alert-channel.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../json.ts";
import type { Revised } from "./revised.ts";
import type { Sealed } from "./sealed.ts";

interface AlertsTable {
  id: string;
  projectId: string;
  rule: AlertRule;
  environment: Environment | null;
  subject: string;
  title: string;
  detail: string;
  path: string;
  since: Generated<Date>;
  missingSince: Date | null;
  resolvedAt: Date | null;
}

interface AlertSettingsTable {
  projectId: string;
  rulesOff: Json<AlertRule[]>;
  quietHours: Json<QuietHours | null>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

interface AlertBoundsTable extends Revised {
  /** The endpoint. */
  id: string;
  projectId: string;
  failurePercent: number | null;
  p95Ms: number | null;
  windowMinutes: number;
  minCalls: number;
}

interface AlertChannelsTable extends Revised, Sealed {
  id: string;
  projectId: string;
  name: string;
  kind: AlertChannelKind;
  address: string;
  enabled: boolean;
  environments: Json<Environment[]>;
  rules: Json<AlertRule[] | null>;
  keepsQuiet: boolean;
  version: Generated<number>;
  sentAt: Date | null;
  failures: Generated<number>;
  failedAt: Date | null;
  failure: string | null;
}

interface AlertMessagesTable {
  id: string;
  projectId: string;
  channelId: string;
  kind: "alerts" | "test";
  status: (typeof alertMessageStatuses)[number];
  firing: Generated<number>;
  resolved: Generated<number>;
  attempts: Generated<number>;
  dueAt: Date;
  giveUpAt: Date;
  leaseUntil: Date | null;
  answer: string | null;
  reason: string | null;
  createdAt: ColumnType<Date, never, never>;
  finishedAt: Date | null;
}

interface AlertMessageItemsTable {
  messageId: string;
  projectId: string;
  alertId: string;
  told: "firing" | "resolved";
}

export interface AlertTables {
  alertChannels: AlertChannelsTable;
  alertMessageItems: AlertMessageItemsTable;
  alertMessages: AlertMessagesTable;
  alerts: AlertsTable;
  alertSettings: AlertSettingsTable;
  alertBounds: AlertBoundsTable;
}
