import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { isReserved } from "@/lib/domain/custody/conflicts";
import { type ProductionRecord, viewProductionRecord } from "@/lib/domain/productions";
import { type ViewedRecord, viewRecord } from "@/lib/domain/records/content";
import { type SceneRecord, viewSceneRecord } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { RequestItem } from "./request-items";

/** Something that a person agreed to, or refused, about a record. */
export type Agreement = {
  who: string;
  isClaimant: boolean;
  what: "signed" | "consented" | "withdrew" | "refused" | "uploaded" | "attested";
  at: Date;
  /** The scene that it is about, if the record isn't one. */
  scene: { id: string; title: string } | null;
};

/** A record behind an item, with the agreements that speak against its removal. */
export type ViewedItem = { agreements: Agreement[] } & (
  | { kind: "content"; record: ViewedRecord }
  | { kind: "publication"; record: SceneRecord }
  | { kind: "production"; record: ProductionRecord }
);

type Person = { email: string; name: string | null };

/**
 * The record of an item, as custodians view it, with what its people signed. The ledger records the view, as on the record's own
 * page. `erased`: only the item is left. Throws `Forbidden`, also `conflict_of_interest`.
 */
export async function viewItem(
  ctx: Ctx<StaffActor>,
  { item, claimant }: { item: RequestItem; claimant: string },
): Promise<ViewedItem | "erased"> {
  try {
    if (item.productionId) return await viewProduction(ctx, item.productionId, claimant);
    if (item.sceneId) return await viewPublication(ctx, item.sceneId, claimant);
    if (item.depictionId) return await viewDepiction(ctx, item.depictionId, claimant);
    return "erased";
  } catch (error) {
    if (error instanceof NotFound) return "erased";
    throw error;
  }
}

async function viewDepiction(ctx: Ctx<StaffActor>, depictionId: string, claimant: string): Promise<ViewedItem> {
  const viewed = await viewRecord(ctx, depictionId);
  const scenes = viewed.scenes.flatMap((scene) => (isReserved(scene) ? [] : [scene]));
  const [signed, attested] = await Promise.all([
    db.scenePerformer.findMany({
      where: { sceneId: { in: scenes.map(({ id }) => id) } },
      orderBy: { position: "asc" },
      select: { sceneId: true, email: true, signedAt: true, consentedAt: true, refusedAt: true, withdrawnAt: true },
    }),
    attestedTo(depictionId, claimant),
  ]);
  const agreements = signed.flatMap(({ sceneId, email, ...acts }) =>
    actsOf({ email, name: null }, acts, { claimant, scene: scenes.find(({ id }) => id === sceneId) ?? null }),
  );
  return { kind: "content", record: viewed, agreements: inOrder([...attested, ...agreements]) };
}

/** What the account's creator attested to before they uploaded this content. */
async function attestedTo(depictionId: string, claimant: string): Promise<Agreement[]> {
  const depiction = await db.depiction.findUnique({
    where: { id: depictionId },
    select: { accountId: true, externalContentId: true },
  });
  const sessions = depiction?.externalContentId
    ? await db.uploadSession.findMany({
        where: { accountId: depiction.accountId, contentId: depiction.externalContentId, completedAt: { not: null } },
        orderBy: { id: "desc" },
        take: 20,
        select: { attestation: { select: { email: true, signedName: true, attestedAt: true } } },
      })
    : [];
  return sessions.flatMap(({ attestation }) => {
    if (!attestation) return [];
    const { email, signedName, attestedAt: at } = attestation;
    const who = email ?? signedName ?? "The creator";
    return [{ who, isClaimant: email === claimant, what: "attested" as const, at, scene: null }];
  });
}

async function viewPublication(ctx: Ctx<StaffActor>, sceneId: string, claimant: string): Promise<ViewedItem> {
  const record = await viewSceneRecord(ctx, sceneId);
  const { performers, statement, uploader } = record;
  const agreements = performers.flatMap(({ email, legalName, ...acts }) =>
    actsOf({ email, name: legalName }, acts, { claimant, scene: null }),
  );
  const who = statement?.email ?? uploader?.email ?? "The uploader";
  const stated = statement
    ? [{ who, isClaimant: who === claimant, what: "uploaded" as const, at: statement.at, scene: null }]
    : [];
  return { kind: "publication", record, agreements: inOrder([...stated, ...agreements]) };
}

async function viewProduction(ctx: Ctx<StaffActor>, productionId: string, claimant: string): Promise<ViewedItem> {
  const record = await viewProductionRecord(ctx, productionId);
  const agreements = record.performers.flatMap(({ email, scenes }) =>
    scenes.flatMap(({ id, title, ...acts }) => actsOf({ email, name: null }, acts, { claimant, scene: { id, title } })),
  );
  return { kind: "production", record, agreements: inOrder(agreements) };
}

type Acts = {
  signedAt: Date | null;
  consentedAt: Date | null;
  refusedAt: Date | null;
  withdrawnAt: Date | null;
};

function actsOf(
  { email, name }: Person,
  { signedAt, consentedAt, refusedAt, withdrawnAt }: Acts,
  { claimant, scene }: { claimant: string; scene: Agreement["scene"] },
): Agreement[] {
  const by = { who: name ? `${name}, ${email}` : email, isClaimant: email === claimant, scene };
  return [
    ...(withdrawnAt ? [{ ...by, what: "withdrew" as const, at: withdrawnAt }] : []),
    ...(refusedAt ? [{ ...by, what: "refused" as const, at: refusedAt }] : []),
    ...(signedAt ? [{ ...by, what: "signed" as const, at: signedAt }] : []),
    // Consent is recorded once the signature's ID is approved.
    ...(consentedAt ? [{ ...by, what: "consented" as const, at: consentedAt }] : []),
  ];
}

/** The claimant's own first, then the latest. */
const inOrder = (agreements: readonly Agreement[]): Agreement[] =>
  agreements.toSorted((a, b) => Number(b.isClaimant) - Number(a.isClaimant) || b.at.getTime() - a.at.getTime());
