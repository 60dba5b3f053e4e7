import { env } from "@/lib/platform/env";
import { diskStorage } from "./disk";
import type { ObjectStorage } from "./object-storage";
import { s3Storage } from "./s3";

let configured: ObjectStorage | undefined;

/** The storage of this process: the S3 bucket when one is configured, otherwise the disk. */
export function storage(): ObjectStorage {
  const { s3, storageDir } = env();
  configured ??= s3 ? s3Storage(s3) : diskStorage(storageDir);
  return configured;
}
