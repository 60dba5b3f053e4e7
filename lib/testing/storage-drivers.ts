import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { diskStorage } from "@/lib/platform/storage/disk";
import type { ObjectStorage } from "@/lib/platform/storage/object-storage";
import { s3Storage } from "@/lib/platform/storage/s3";
import { storage, UPLOADS_PATH } from "@/lib/platform/storage/storage";
import { startS3Peer } from "./s3-peer";

/** Both drivers for a test file, with their own folder and S3 server, which are removed at the end. */
export async function storageDrivers() {
  const folder = await mkdtemp(join(tmpdir(), "storage-"));
  const root = join(folder, "objects");
  const peer = await startS3Peer({ pageKeys: 2 });
  afterAll(async () => {
    await peer.close();
    await rm(folder, { recursive: true, force: true });
  });
  const drivers: { name: "disk" | "s3"; objects: ObjectStorage }[] = [
    { name: "disk", objects: diskStorage(root, { uploadsAt: "http://localhost:3000/uploads" }) },
    { name: "s3", objects: s3Storage(peer.settings) },
  ];
  return { folder, root, peer, drivers };
}

/** A new folder for a test file's objects, removed at the end. Returns its path. */
export async function ownObjectFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "objects-"));
  const { baseUrl } = env();
  beforeEach(() => replaceStorage(diskStorage(root, { uploadsAt: `${baseUrl}${UPLOADS_PATH}` })));
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => rm(root, { recursive: true, force: true }));
  return root;
}

/** Replaces this process's storage until mocks are restored. */
export function replaceStorage(objects: ObjectStorage): void {
  const own = storage();
  for (const name of Object.keys(objects) as (keyof ObjectStorage)[]) {
    vi.spyOn(own, name).mockImplementation(objects[name] as never);
  }
}
