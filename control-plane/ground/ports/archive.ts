/** Where old executions go: `url` is the bucket, with a path below it, if there is one. */
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
  /** The object. It must have exactly this many bytes, and this SHA-256 in hex. */
  get: (key: string, expected: { bytes: number; sha256: string }) => Promise<Buffer>;
  /** Whether it was there or not. */
  remove: (key: string) => Promise<void>;
}

/** An object of an archive: where it is, its size, the size of the text in it, and its SHA-256 in hex. */
export interface StoredPart {
  key: string;
  bytes: number;
  textBytes: number;
  sha256: string;
}

/** Where old executions are. */
export interface Archive {
  bucket: Bucket;
  retentionDays: number;
  /** The lines of a part, newest first. @throws BucketError */
  read: (part: StoredPart) => Promise<readonly string[]>;
  /** Forgets what was read of it. */
  forget: (key: string) => void;
}
