import type { App } from "../../../ground/app.ts";
import { ScimError } from "../scim-error.ts";
import type { ScimHandler } from "../scim-request.ts";
import { listBody } from "../shown.ts";
import { describedSchemas, resourceTypes, serviceConfig } from "./describe-service.ts";

const listing =
  (all: (app: App) => object[]): ScimHandler =>
  ({ client, url }) => {
    // RFC 7644, section 4: these lists do not support filters.
    if (new URLSearchParams(url.split("?")[1]).has("filter"))
      throw new ScimError(403, "This list does not support filters.");
    const resources = all(client.app);
    return Promise.resolve({ status: 200, body: listBody(resources, resources.length, 1) });
  };

const finding =
  (all: (app: App) => { id: string }[]): ScimHandler =>
  ({ client, id }) => {
    const found = all(client.app).find((one) => one.id === id);
    if (found === undefined) throw new ScimError(404, "Not found.");
    return Promise.resolve({ status: 200, body: found });
  };

export const getConfig: ScimHandler = ({ client }) => Promise.resolve({ status: 200, body: serviceConfig(client.app) });
export const listResourceTypes = listing(resourceTypes);
export const getResourceType = finding(resourceTypes);
export const listSchemas = listing(describedSchemas);
export const getSchema = finding(describedSchemas);
