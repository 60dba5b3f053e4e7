import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import { makeDepiction, makePartner } from "./factories";

/** A depiction of another partner's each time, with this stored copy. */
export async function storeCopy(file: Buffer, mimeType: string, data: Parameters<typeof makeDepiction>[1] = {}) {
  const keptKey = `copies/kept/${newId()}`;
  await storage().put(keptKey, file, { contentType: mimeType });
  return makeDepiction(await makePartner(), {
    copyState: "stored",
    copyMimeType: mimeType,
    copyBytes: file.length,
    keptKey,
    keptSha256: sha256(file),
    keptAt: clock.now(),
    ...data,
  });
}
