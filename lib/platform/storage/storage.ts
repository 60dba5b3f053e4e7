import { env } from "@/lib/platform/env";
import { diskStorage } from "./disk";
import type { ObjectStorage } from "./object-storage";
import { s3Storage } from "./s3";

/** Where our own server takes uploads to its disk. The grant follows. */
export const UPLOADS_PATH = "/uploads";

let configured: ObjectStorage | undefined;

/** The storage of this process: the S3 bucket when one is configured, otherwise the disk. */
export function storage(): ObjectStorage {
  const { s3, storageDir, baseUrl } = env();
  configured ??= s3 ? s3Storage(s3) : diskStorage(storageDir, { uploadsAt: `${baseUrl}${UPLOADS_PATH}` });
  return configured;
}
