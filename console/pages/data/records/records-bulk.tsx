import { Trash2 } from "lucide-react";
import { bareApi } from "../../../api/api.ts";
import { ifMatch } from "../../../api/if-match.ts";
import type { BulkProps } from "../../../components/table/table.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import { BulkBar } from "../../bulk/bulk-bar.tsx";
import { useWriteReason } from "./production-lock.ts";
import type { RecordRow } from "./use-records.ts";

/** What can be done to the chosen records. */
export function RecordsBulk(props: BulkProps<RecordRow>) {
  const environment = useEnvironment();
  return (
    <BulkBar
      {...props}
      noun={["record", "records"]}
      nameOf={({ id }) => id}
      acts={[
        {
          verb: "Delete",
          done: "deleted",
          icon: Trash2,
          operation: "deleteRecord",
          forbidden: useWriteReason("deleteRecord", environment, props.rows[0]?.collectionId ?? ""),
          description: `They belong to ${environmentNames[environment]}. No rollback restores them.`,
          kind: environment === "production" ? "production" : "danger",
          isFinal: true,
          call: ({ id: recordId, collectionId, tenantId, revision, ...row }) =>
            bareApi.deleteRecord({
              params: { collectionId, recordId },
              query: { environment: row.environment, tenantId },
              headers: ifMatch(revision),
            }),
        },
      ]}
    />
  );
}
