import type { Ctx, PortalUserActor, ProducerActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { httpUrl, sha256In } from "@/lib/platform/wire";
import { DEPICTION_TITLE_MAX, DEPICTIONS_MOST } from "../labels";
import { changeProduction, type Editor } from "../production-access";
import { readDay } from "../production-changes";

/** A depiction as it is stored: one published file or URL of a production. */
export type NewDepiction = {
  url: string;
  /** In hexadecimal. */
  sha256: string | null;
  title: string | null;
  producedOn: Date;
  /** The entry of the content log that it was taken from. */
  depictionId?: string;
};

type Typed = { url: string; sha256?: string; title?: string; date: string };

/**
 * The producer adds a depiction by hand. Throws `NotFound`, `InvalidField` `url`, `sha256`, `title`, `date`, and `Conflict`
 * `too_many_depictions`, `sealing_in_progress`, `production_closed`.
 */
export async function addDepiction(
  ctx: Ctx<ProducerActor>,
  { productionId, ...typed }: Typed & { productionId: string },
): Promise<void> {
  const depiction = readDepiction(typed);
  await changeProduction(ctx, productionId, async (tx) => {
    const added = await insertDepictions(tx, productionId, [depiction]);
    if (added === 0) throw new InvalidField("url", "This production already has this URL.");
    recordAdded(tx, ctx, productionId, { count: added, from: "hand" });
    return added;
  });
}

/** Reads what was typed. Throws `InvalidField` `url`, `sha256`, `title`, `date`. */
export function readDepiction({ url: typedUrl, sha256: typedHash, title: typedTitle, date }: Typed): NewDepiction {
  const { data: url } = httpUrl.safeParse(typedUrl.trim());
  if (url === undefined || findUnstorableText(url)) {
    throw new InvalidField("url", "Enter a full URL, such as https://example.com/videos/1.");
  }
  const hash = typedHash?.trim() ?? "";
  const sha256 = hash === "" ? null : (sha256In.safeParse(hash).data ?? undefined);
  if (sha256 === undefined) throw new InvalidField("sha256", "Enter 64 hexadecimal characters, or leave it empty.");
  const title = typedTitle?.replace(/[\p{Cc}\s]+/gu, " ").trim() || null;
  if (title && (title.length > DEPICTION_TITLE_MAX || findUnstorableText(title))) {
    throw new InvalidField("title", `Use ${DEPICTION_TITLE_MAX} characters or fewer.`);
  }
  return { url, sha256, title, producedOn: readDay("date", date) };
}

/**
 * Insert depictions whose URLs a locked production doesn't have yet, and return how many those were. Throws `Conflict`
 * `too_many_depictions`.
 */
export async function insertDepictions(
  tx: Tx,
  productionId: string,
  depictions: readonly NewDepiction[],
): Promise<number> {
  const rows = depictions.map(({ url, sha256, title, producedOn, depictionId = null }) => ({
    id: newId(),
    url,
    sha256,
    title,
    produced_on: producedOn.toISOString(),
    depiction_id: depictionId,
  }));
  const added = await tx.$executeRaw`
    INSERT INTO production_depictions (id, production_id, url, sha256, title, produced_on, depiction_id, added_at)
    SELECT id, ${productionId}, url, decode(sha256, 'hex'), title, produced_on, depiction_id, ${clock.now()}
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS given(id text, url text, sha256 text, title text, produced_on timestamptz, depiction_id text)
    ON CONFLICT (production_id, md5(url)) DO NOTHING`;
  if ((await tx.productionDepiction.count({ where: { productionId } })) > DEPICTIONS_MOST) {
    const most = DEPICTIONS_MOST.toLocaleString("en");
    throw new Conflict("too_many_depictions", `A production has at most ${most} depictions.`);
  }
  return added;
}

type Added = { count: number; from: "hand" | "log" | "csv" };

export function recordAdded(tx: Tx, ctx: Editor, productionId: string, detail: Added): void {
  record(tx, { ctx, action: "production.depictions_added", subject: { kind: "production", id: productionId }, detail });
}

/**
 * Remove a depiction: its producer any, a partner's admin one from the partner's own content log. Throws `NotFound`, `Forbidden`,
 * and `Conflict` `sealing_in_progress`, `production_closed`.
 */
export async function removeDepiction(
  ctx: Ctx<PortalUserActor | ProducerActor>,
  { productionId, depictionId }: { productionId: string; depictionId: string },
): Promise<void> {
  const { actor } = ctx;
  await changeProduction(ctx, productionId, async (tx) => {
    const row = await tx.productionDepiction.findFirst({ where: { id: depictionId, productionId } });
    const isOwn =
      actor.kind === "producer" ||
      (row?.depictionId &&
        (await tx.depiction.count({ where: { id: row.depictionId, partnerId: actor.partnerId } })) > 0);
    if (!row || !isOwn) throw new NotFound();
    await tx.productionDepiction.delete({ where: { id: row.id } });
    const subject = { kind: "production", id: productionId } as const;
    record(tx, { ctx, action: "production.depictions_removed", subject, detail: { count: 1, url: row.url } });
    return true;
  });
}
