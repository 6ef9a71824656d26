/** The part of the module `ferrule` about records: what `ctx.collection(name)` gives, declared in ferrule.d.ts. */
declare module "ferrule" {
  export interface CollectionRecord<Data> {
    readonly id: string;
    readonly data: Data;
    /** Grows with every change; pass it to `update`. */
    readonly revision: number;
    /** The version of the collection's schema it was written with. */
    readonly version: number;
    /** RFC 3339, as the two below. */
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly expiresAt: string | null;
  }

  /** A condition on one field: a value it equals, or operators. */
  export type Condition =
    | string
    | number
    | boolean
    | null
    | {
        eq?: Json;
        ne?: Json;
        gt?: string | number;
        gte?: string | number;
        lt?: string | number;
        lte?: string | number;
        in?: readonly Json[];
        /** Of a text: a part of it. Of an array: one of its items. */
        contains?: Json;
        startsWith?: string;
        exists?: boolean;
      };

  /** Conditions by field (`"customer.city"`, `id`, `createdAt`, `updatedAt`), all of which hold; or others combined. */
  export type Where<Data> =
    | { readonly [Field in keyof Data | (string & {})]?: Condition }
    | { readonly and: readonly Where<Data>[] }
    | { readonly or: readonly Where<Data>[] }
    | { readonly not: Where<Data> };

  export type OrderTerm = string | { field: string; direction?: "asc" | "desc" };

  export interface CollectionQuery<Data> {
    where?: Where<Data>;
    /** One to three fields, a leading `-` for descending: `"-createdAt"`. Newest first when it is not set. */
    orderBy?: OrderTerm | readonly OrderTerm[];
    /** 1 to 200; 50 when it is not set. */
    limit?: number;
    cursor?: string | null;
  }

  export interface UpsertOptions {
    /** The fields of the unique key by which the record is found: `["shop", "sku"]`. The collection's only key when it is not set. */
    key?: readonly string[];
    /** Of the record, if it is inserted. */
    id?: string;
    /** From now. When it is not set, an insertion has the collection's, and a record that is there expires when it would have. */
    ttlSeconds?: number;
    /** Only replaces a record that still has this revision; otherwise `REVISION_CONFLICT`. */
    revision?: number;
  }

  export interface UpsertedRecord<Data> extends CollectionRecord<Data> {
    /** `true` when it was inserted, `false` when there was one. */
    readonly created: boolean;
  }

  export interface Collection<Data> {
    get(id: string): Promise<CollectionRecord<Data> | null>;
    query(query?: CollectionQuery<Data>): Promise<{ items: CollectionRecord<Data>[]; nextCursor: string | null }>;
    /** @throws FunctionError `UNIQUE_VIOLATION`, `VALIDATION_ERROR` */
    insert(data: Data, options?: { id?: string; ttlSeconds?: number }): Promise<CollectionRecord<Data>>;
    /**
     * Inserts a record, or replaces the data of the one with the same values of a unique key, in one step: never two records,
     * however many do it at once.
     * @throws FunctionError `VALIDATION_ERROR`, `UNIQUE_VIOLATION` when another record has the values of another key, or the id
     */
    upsert(data: Data, options?: UpsertOptions): Promise<UpsertedRecord<Data>>;
    /** @throws FunctionError `REVISION_CONFLICT` when the record has changed since `revision`, `NOT_FOUND` */
    update(id: string, data: Data, options: { revision: number; ttlSeconds?: number }): Promise<CollectionRecord<Data>>;
    /** Whether there was one. */
    delete(id: string): Promise<boolean>;
  }
}
