import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { modernRevision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import { listKinds, type Capabilities, type Feature, type Params } from "../transport/method.ts";
import { cantTasks } from "../tasks/task-support.ts";
import { lacksTasks, offersTasks } from "../tasks/tasks.ts";

const wishesTasks = (params: Params | undefined): boolean => {
  const filter = params?.["notifications"];
  return isObject(filter) && filter["taskIds"] !== undefined;
};

/**
 * `subscriptions/listen`, which only 2026-07-28 has, and the promises of the other features that depend on it. Earlier
 * revisions would need a session for them.
 */
export function subscriptionsOf(features: readonly Feature[]): Feature {
  const offeredTo = (request: McpRequest): Capabilities => {
    const capabilities: Capabilities = {};
    for (const { declare } of features) declare?.(capabilities, request, modernRevision);
    return capabilities;
  };
  return {
    methods: {
      "subscriptions/listen": {
        isIn: (revision) => revision === modernRevision,
        handle(request, _revision, id, params) {
          if (!request.listening.isOpen) return undefined;
          // Tasks are polled: a stream agrees to none (SEP-2663, "Task Status Notifications").
          if (wishesTasks(params) && cantTasks(params) && offersTasks(request)) return lacksTasks(request, id);
          return request.listening.listen(request, id, params, offeredTo(request));
        },
      },
    },
    declare(capabilities, { listening }, revision) {
      if (revision !== modernRevision || !listening.isOpen) return;
      for (const kind of listKinds) {
        const offered = capabilities[kind];
        if (offered === undefined) continue;
        offered["listChanged"] = true;
        if (kind === "resources") offered["subscribe"] = true;
      }
    },
  };
}
