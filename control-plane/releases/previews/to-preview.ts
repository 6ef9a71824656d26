import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { preview, type Preview } from "@ferrule/contract/resources/preview.ts";
import type { App } from "../../ground/app.ts";
import { addressesOf } from "./addresses-of.ts";
import type { PreviewRow } from "./queries/previews.ts";

/** A preview as the API shows it. */
export const toPreview = ({ settings }: App, projectSlug: string, row: PreviewRow): Preview =>
  resourceFrom(preview, row, {
    createdBy: row.email === null ? null : { id: row.createdBy, email: row.email },
    buildId: row.servedBuildId,
    addresses: addressesOf(settings, { name: row.name, projectSlug }, row.endpoints),
  });
