/** The storage of old executions: `url` is the bucket, perhaps with a path below it. */
export interface BucketSettings {
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long a request may take; default 30 s. */
  timeoutMs?: number;
}

/** A bucket of S3-compatible storage. Everything throws BucketError. */
export interface Bucket {
  put: (key: string, body: Buffer) => Promise<void>;
  /** Reads the object, which must have exactly this many bytes, and this SHA-256 in hex. */
  get: (key: string, expected: { bytes: number; sha256: string }) => Promise<Buffer>;
  /** Succeeds even when there is no such object. */
  remove: (key: string) => Promise<void>;
}

/** An object of an archive: its place, its size, the size of the text in it, and its SHA-256 in hex. */
export interface StoredPart {
  key: string;
  bytes: number;
  textBytes: number;
  sha256: string;
}

/** The archive of old executions. */
export interface Archive {
  bucket: Bucket;
  retentionDays: number;
  /** The lines of a part, newest first. @throws BucketError */
  read: (part: StoredPart) => Promise<readonly string[]>;
  /** Drops the cached content of a part. */
  forget: (key: string) => void;
}
