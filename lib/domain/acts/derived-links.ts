import { hashToken, hmac } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

/** What a row keeps of its link. */
export type LinkColumns = { linkSerial: number; linkHash: Buffer<ArrayBuffer> };

type OfRow = { id: string; linkSerial: number; linkHash: Uint8Array };

/**
 * A link that stays the same as long as its row is kept. Its token is derived from the row's id, and the row has only its hash, so
 * the link can be made again at any time.
 */
export function derivedLink({ purpose, page }: { purpose: string; page: string }) {
  const linkOf = (id: string, linkSerial: number): LinkColumns & { url: string } => {
    const token = hmac(purpose, `${id}:${linkSerial}`).toString("base64url");
    return { url: `${env().baseUrl}${page}/${token}`, linkSerial, linkHash: hashToken(token) };
  };
  return {
    /** The link of a new row. */
    first: (id: string) => linkOf(id, 0),
    /** The link that replaces the row's, which is over. */
    next: ({ id, linkSerial }: Pick<OfRow, "id" | "linkSerial">) => linkOf(id, linkSerial + 1),
    /**
     * The row's link. Writes only when it was derived with a master key that has been replaced since: then `replace` keeps the next
     * one, if the row still has the old serial. Two calls at once derive the same link, so either may write it.
     */
    current: async ({ id, linkSerial, linkHash }: OfRow, replace: (next: LinkColumns) => Promise<unknown>) => {
      const { url, ...link } = linkOf(id, linkSerial);
      if (link.linkHash.equals(linkHash)) return url;
      const { url: renewed, ...next } = linkOf(id, linkSerial + 1);
      await replace(next);
      return renewed;
    },
  };
}
