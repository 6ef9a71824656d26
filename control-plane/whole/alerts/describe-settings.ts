import { usualBounds, type AlertBounds, type AlertSettings } from "@ferrule/contract/resources/alert.ts";
import type { AlertBoundsRow, AlertSettingsRow } from "./queries/settings.ts";

/** The settings as the API shows them; without a row, the usual ones. */
export const toSettings = (row: AlertSettingsRow | undefined): AlertSettings => ({
  rulesOff: row?.rulesOff ?? [],
  quietHours: row?.quietHours ?? null,
  updatedAt: row?.updatedAt.toISOString() ?? null,
  revision: row?.revision ?? 1,
});

/** The bounds of an endpoint, without what identifies them. */
export const boundsOf = ({ failurePercent, p95Ms, windowMinutes, minCalls }: AlertBoundsRow) => ({
  failurePercent,
  p95Ms,
  windowMinutes,
  minCalls,
});

/** The bounds of an endpoint as the API shows them; without a row, the usual ones. */
export const toBounds = (endpointId: string, row: AlertBoundsRow | undefined): AlertBounds => ({
  ...(row === undefined ? usualBounds : boundsOf(row)),
  endpointId,
  updatedAt: row?.updatedAt.toISOString() ?? null,
  revision: row?.revision ?? 1,
});
