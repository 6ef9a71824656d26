import type { BulkProps } from "../../../components/table/table.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import { BulkBar } from "../../bulk/bulk-bar.tsx";
import { deleting } from "../../bulk/make-acts.ts";
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
          ...deleting(
            "deleteRecord",
            ({ id: recordId, collectionId, tenantId, ...row }: RecordRow) => ({
              params: { collectionId, recordId },
              query: { environment: row.environment, tenantId },
            }),
            {
              description: `They belong to ${environmentNames[environment]}. No rollback restores them.`,
              kind: environment === "production" ? "production" : "danger",
            },
          ),
          forbidden: useWriteReason("deleteRecord", environment, props.rows[0]?.collectionId ?? ""),
        },
      ]}
    />
  );
}
