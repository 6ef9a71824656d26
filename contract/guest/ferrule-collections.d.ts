/**
 * The part of the module `ferrule` about records: the result of `ctx.collection(name)`, which ferrule.d.ts declares.
 */
declare module "ferrule" {
  export interface CollectionRecord<Data> {
    readonly id: string;
    readonly data: Data;
    /** Increases with every change; pass it to `update`. */
    readonly revision: number;
    /** The version of the collection's schema for which it was written. */
    readonly version: number;
    /** RFC 3339, as the two below. */
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly expiresAt: string | null;
  }

  /** A condition on one field: the value it must equal, or operators. */
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
        /** For a text: a part of it. For an array: one of its items. */
        contains?: Json;
        startsWith?: string;
        exists?: boolean;
      };

  /**
   * Conditions by field (`"customer.city"`, `id`, `createdAt`, `updatedAt`) that must all hold; or combinations of
   * others.
   */
  export type Where<Data> =
    | { readonly [Field in keyof Data | (string & {})]?: Condition }
    | { readonly and: readonly Where<Data>[] }
    | { readonly or: readonly Where<Data>[] }
    | { readonly not: Where<Data> };

  export type OrderTerm = string | { field: string; direction?: "asc" | "desc" };

  export interface CollectionQuery<Data> {
    where?: Where<Data>;
    /** One to three fields, a leading `-` for descending: `"-createdAt"`. Default: newest first. */
    orderBy?: OrderTerm | readonly OrderTerm[];
    /** 1 to 200; default: 50. */
    limit?: number;
    cursor?: string | null;
  }

  export interface UpsertOptions {
    /** The fields of the unique key that finds the record: `["shop", "sku"]`. Default: the collection's only key. */
    key?: readonly string[];
    /** The record's id, if it is inserted. */
    id?: string;
    /** From now. Default: the collection's for a new record; an existing one keeps its expiry. */
    ttlSeconds?: number;
    /** Only replaces a record that still has this revision; otherwise `REVISION_CONFLICT`. */
    revision?: number;
  }

  export interface UpsertedRecord<Data> extends CollectionRecord<Data> {
    /** `true` if it was inserted, `false` if it existed. */
    readonly created: boolean;
  }

  export interface Collection<Data> {
    get(id: string): Promise<CollectionRecord<Data> | null>;
    query(query?: CollectionQuery<Data>): Promise<{ items: CollectionRecord<Data>[]; nextCursor: string | null }>;
    /** @throws FunctionError `UNIQUE_VIOLATION`, `VALIDATION_ERROR` */
    insert(data: Data, options?: { id?: string; ttlSeconds?: number }): Promise<CollectionRecord<Data>>;
    /**
     * Inserts a record, or replaces the data of the one with the same unique key, in one step: even concurrent calls
     * never make two.
     * @throws FunctionError `VALIDATION_ERROR`, `UNIQUE_VIOLATION` when another record has the same values of another
     * key, or the id
     */
    upsert(data: Data, options?: UpsertOptions): Promise<UpsertedRecord<Data>>;
    /** @throws FunctionError `REVISION_CONFLICT` when the record has changed since `revision`, `NOT_FOUND` */
    update(id: string, data: Data, options: { revision: number; ttlSeconds?: number }): Promise<CollectionRecord<Data>>;
    /** Whether it existed. */
    delete(id: string): Promise<boolean>;
  }
}
