import { z } from "zod";

const url = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), "must be an http or https URL")
  .transform((value) => value.replace(/\/+$/, ""));
const text = z.string().max(4_096).optional();

/** The settings of the archive of executions. */
export const archiveSettings = {
  ARCHIVE_URL: {
    schema: url.optional(),
    description:
      "A bucket of S3-compatible storage, such as https://s3.example.com/ferrule: days of executions go there before they are removed here",
    readers: ["control-plane"],
  },
  ARCHIVE_REGION: {
    schema: z.string().min(1).max(64).default("us-east-1"),
    description: "The bucket's region",
    readers: ["control-plane"],
  },
  ARCHIVE_ACCESS_KEY_ID: {
    schema: text,
    description: "The access key for the bucket",
    readers: ["control-plane"],
  },
  ARCHIVE_SECRET_ACCESS_KEY: {
    schema: text,
    description: "The key's secret",
    readers: ["control-plane"],
    credential: true,
  },
  ARCHIVE_RETENTION_DAYS: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/, "must be a whole number")
      .transform(Number)
      .pipe(z.number().min(1, "must be at least 1").max(36_500, "must be at most 36500"))
      .default(365),
    description: "Archived executions older than this are removed",
    readers: ["control-plane"],
  },
} as const;
