import { Archive, ArchiveRestore } from "lucide-react";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { refreshMe } from "../../shell/project/switch-project.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { disabling, enabling, useActs } from "../bulk/make-acts.ts";

type Row = ItemOf<"listProjects">;

const targetOf = ({ id: projectId }: Row) => ({ params: { projectId } });
const active = (row: Row) => ({ ...targetOf(row), body: { status: "active" as const } });

/** What can be done to the chosen Projects. Each is deleted alone, under Settings. */
export const ProjectsBulk = (props: BulkProps<Row>) => (
  <BulkBar
    {...props}
    noun={["Project", "Projects"]}
    nameOf={({ name }) => name}
    acts={useActs([
      enabling("updateProject", active, {
        verb: "Restore",
        done: "restored",
        icon: ArchiveRestore,
        takes: ({ status }) => status === "archived",
        none: "None of them is archived.",
        description: "Their endpoints accept calls again, and their crons run at their next times.",
        after: refreshMe,
      }),
      disabling("archiveProject", targetOf, {
        verb: "Archive",
        done: "archived",
        icon: Archive,
        takes: ({ status }) => status === "active",
        none: "All of them are archived.",
        description: "Nothing is deleted, and you can restore them.",
        consequences: [
          "Their endpoints return 404 to every caller in Development and Production.",
          "Their crons stop.",
        ],
        isFinal: true,
        after: refreshMe,
      }),
    ])}
  />
);
