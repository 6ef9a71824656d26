import { Mono } from "../../../components/mono.tsx";
import { useOperation } from "../../../api/use-operation.ts";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import { ConnectionTables } from "../../connections/connection-tables.tsx";

/** The tables of the databases that a Function declares, in the chosen environment. */
export function SchemaBrowser({ names }: { names: readonly string[] }) {
  const environment = useEnvironment();
  const query = { environment, limit: 100, names: names.join("\n") };
  const { data } = useOperation("listConnections", { query }, { enabled: names.length > 0 });
  if (names.length === 0) return null;
  return data?.items.map((connection) => (
    <section key={connection.id} aria-label={`Tables of ${connection.name}`} className="grid gap-2">
      <h3 className="text-sm font-medium">
        Tables of <Mono>{connection.name}</Mono>
      </h3>
      <ConnectionTables connection={connection} />
    </section>
  ));
}
