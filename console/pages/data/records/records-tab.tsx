import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download, Plus, RotateCw, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { recordTenants } from "../../../api/pick-sources.ts";
import { download } from "../../../api/download.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { defaultTenant, PlaceBar } from "../../../components/filter/place-bar.tsx";
import { useShortcuts } from "../../../components/keyboard/shortcuts.ts";
import { Skeleton, SkeletonRows } from "../../../components/states.tsx";
import { Note } from "../../../components/note.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import { ProductionLock } from "./production-lock-bar.tsx";
import { useWriteReason } from "./production-lock.ts";
import { RecordsGrid } from "./records-grid.tsx";
import { columnsOf, pathsOf } from "../schema/schema-fields.ts";
import type { DataSearch } from "../search.ts";
import { useRecords } from "./use-records.ts";
import { WhereBar } from "../where/where-bar.tsx";

const NoRecords = lazyPart(() => import("./no-records.tsx"), "NoRecords", <SkeletonRows rows={2} />);
const RecordDrawer = lazyPart(() => import("./record-drawer.tsx"), "RecordDrawer");
const ChooseColumns = lazyPart(
  () => import("./choose-columns.tsx"),
  "ChooseColumns",
  <Skeleton className="h-7 w-24" />,
);
const NewRecord = lazyPart(() => import("./new-record.tsx"), "NewRecord");
const ImportRecords = lazyPart(() => import("./import-records.tsx"), "ImportRecords");

type Collection = AnswerOf<"getDataCollection">;

const noConditions = [] as const;
const columnsAtFirst = 6;

type Place = Parameters<typeof NewRecord>[0]["place"];

interface RecordsBarProps {
  collection: Collection;
  place: Place;
  /** The environment has no version of the collection yet. */
  lacksVersion: string | null;
  pages: ReturnType<typeof useRecords>;
  create: ReactNode;
  onChange: (change: DataSearch) => void;
}

/** The change of the URL that shows the records of a tenant. */
const toTenant = (tenant: string): DataSearch => ({
  tenant: tenant === defaultTenant ? undefined : tenant,
  record: undefined,
});

/** The chosen environment and tenant, and the actions for all their records. It stays visible. */
function RecordsBar({ collection, place, lacksVersion, pages, create, onChange }: RecordsBarProps) {
  const importForbidden = useWriteReason("importRecords", place.environment, collection.id);
  return (
    <div className="sticky top-(--header-height) z-10 bg-canvas pt-1">
      <PlaceBar
        {...place}
        onTenant={(typed) => onChange(toTenant(typed))}
        tenants={recordTenants(collection.id, place.environment)}
        things="records"
      >
        <ProductionLock environment={place.environment} collection={collection} />
        <span className="ml-auto flex flex-wrap items-center gap-2">
          <Button size="sm" kind="quiet" icon={RotateCw} busy={pages.isFetching} onClick={pages.refetch}>
            Refresh
          </Button>
          <Button
            size="sm"
            icon={Upload}
            disabledReason={importForbidden ?? lacksVersion}
            onClick={() => onChange({ ask: "import" })}
          >
            Import
          </Button>
          <Button
            size="sm"
            icon={Download}
            onClick={() => download(`/api/data-collections/${encodeURIComponent(collection.id)}/export`, place)}
          >
            Export
          </Button>
          {create}
        </span>
      </PlaceBar>
    </div>
  );
}

interface FilterBarProps {
  fields: ReturnType<typeof pathsOf>;
  /** The columns that are shown. */
  columns: ReturnType<typeof pathsOf>;
  where: NonNullable<DataSearch["where"]>;
  onChange: (change: DataSearch) => void;
}

/** The conditions and the columns of the list. */
function FilterBar({ fields, columns, where, onChange }: FilterBarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-start gap-2">
      <div className="min-w-0 flex-1">
        <WhereBar
          fields={fields}
          where={where}
          onChange={(next) => onChange({ where: next.length > 0 ? next : undefined })}
        />
      </div>
      {fields.length > 1 && (
        <ChooseColumns
          paths={fields.map(({ path }) => path)}
          chosen={columns.map(({ path }) => path)}
          onChange={(paths) => onChange({ columns: paths.length > 0 ? paths : undefined })}
        />
      )}
    </div>
  );
}

interface OpenedProps {
  collection: Collection;
  place: Place;
  schema: Record<string, unknown>;
  record: DataSearch["record"];
  ask: DataSearch["ask"];
  /** Removes from the URL everything that is open. */
  onClose: (change: DataSearch) => void;
}

/** The record, the form or the import that the URL names. */
function Opened({ collection, place, schema, record, ask, onClose }: OpenedProps) {
  return (
    <>
      {record !== undefined && (
        <RecordDrawer
          key={`${place.environment} ${place.tenantId} ${record}`}
          collectionId={collection.id}
          recordId={record}
          place={place}
          schema={schema}
          onClose={() => onClose({ record: undefined })}
        />
      )}
      {ask === "record" && (
        <NewRecord collection={collection} place={place} schema={schema} onClose={() => onClose({ ask: undefined })} />
      )}
      {ask === "import" && (
        <ImportRecords collection={collection} place={place} onClose={() => onClose({ ask: undefined })} />
      )}
    </>
  );
}

/** The schema for new records, its fields, and the fields that are columns. */
function useFields({ versions, activeVersions }: Collection, chosen: DataSearch["columns"]) {
  const active = versions.find(({ version }) => version === activeVersions[useEnvironment()]);
  const schema = (active ?? versions[0])?.schema ?? {};
  const fields = pathsOf(schema);
  const columns = fields.filter(({ path }) => chosen?.includes(path));
  return {
    schema,
    fields,
    columns: columns.length > 0 ? columns : columnsOf(schema).slice(0, columnsAtFirst),
    isActive: active !== undefined,
  };
}

const LacksVersion = ({ title }: { title: string }) => (
  <div className="mb-3">
    <Note tone="warn" title={title}>
      Release a deployment that includes it to write records there.
    </Note>
  </div>
);

/** The records of a collection in one environment and tenant. Both stay visible. */
export function RecordsTab({ collection }: { collection: Collection }) {
  const { id: collectionId, name } = collection;
  const environment = useEnvironment();
  const search = useSearch({ from: "/data" });
  const { tenant: tenantId = defaultTenant, where = noConditions, order, record, ask } = search;
  const navigate = useNavigate({ from: "/data" });
  const set = (change: DataSearch) => void navigate({ search: (now) => ({ ...now, ...change }) });
  const pages = useRecords({ collectionId, environment, tenantId, where, order });
  const { schema, fields, columns, isActive } = useFields(collection, search.columns);
  const place = { environment, tenantId };
  const lacksVersion = isActive ? null : `${environmentNames[environment]} has no version of ${name} yet.`;
  const reason = useWriteReason("createRecord", environment, collectionId) ?? lacksVersion;
  useShortcuts([
    { keys: "c", does: "New record", run: () => reason === null && set({ ask: "record" }) },
    { keys: "r", does: "Refresh records", run: pages.refetch },
  ]);
  const create = (
    <Button
      size="sm"
      kind={environment === "production" ? "production" : "primary"}
      icon={Plus}
      disabledReason={reason}
      onClick={() => set({ ask: "record" })}
    >
      New record
    </Button>
  );
  return (
    <>
      <RecordsBar {...{ collection, place, lacksVersion, pages, create }} onChange={set} />
      {lacksVersion !== null && <LacksVersion title={lacksVersion} />}
      <FilterBar fields={fields} columns={columns} where={where} onChange={set} />
      <RecordsGrid
        label={`Records of ${name}`}
        fields={columns}
        pages={pages}
        order={order}
        onOrder={(next) => set({ order: next })}
        openId={record}
        onOpen={(id) => set({ record: id })}
        isFiltered={where.length > 0}
        onClear={() => set({ where: undefined })}
        place={
          <>
            the tenant <code className="font-mono">{tenantId}</code> in {environmentNames[environment]}
          </>
        }
        none={
          <NoRecords collectionId={collectionId} {...place} onTenant={(next) => set(toTenant(next))} create={create} />
        }
      />
      <Opened {...{ collection, place, schema, record, ask }} onClose={set} />
    </>
  );
}
