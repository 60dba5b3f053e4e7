import { beforeAll, describe, expect, it } from "vitest";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { keyCtx, makeCustodian, makePartner, personCtx, portalCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { ACTIONS, type Audience, type LedgerAction, type SubjectKind } from "./actions";
import { custodianHistory, partnerHistory, readLedger, type ToldEntry } from "./history";
import { record } from "./record";

// Pins what each audience may see, so that an accidental change to the table of actions fails here.

const LINKED = [
  ...["certificate.imported", "certificate.renewed", "production.created", "production.depictions_added"],
  ...["production.depictions_removed", "production.documented", "production.edited", "production.frozen"],
  ...["production.partner_linked", "production.records_inspected", "production.revoked", "production.scene_added"],
  ...["production.scene_removed", "production.sealed", "production.sealing_failed", "production.sealing_started"],
  ...["production.takedown_complete", "production.takedown_confirmed", "production.takedown_rejected"],
  ...["production.takedown_requested", "production.taken_down"],
];
const VISIBLE: Record<Exclude<Audience, "custodian">, Partial<Record<SubjectKind, string[]>>> = {
  partner: {
    depiction: ["depiction.copy_stored", "depiction.logged", "depiction.removed", "depiction.viewed"],
    solo_account: ["hold_lifted", "hold_placed", "provisioned", "status_changed"].map((did) => `solo_account.${did}`),
  },
  team: {
    collab_scene: ["collab_scene.cancelled", "collab_scene.created"],
    scene_performer: ["scene_performer.invited"],
    takedown: ["takedown.url_checked"],
    upload_session: ["upload_session.copy_downloaded", "upload_session.created"],
    verification_job: ["verification_job.cancelled", "verification_job.started"],
  },
  linked: { production: LINKED },
  person: {
    identity_check: [
      ...["identity_check.approved", "identity_check.opened", "identity_check.rejected", "identity_check.viewed"],
      "identity_photo.viewed",
    ],
    person: [
      ...["index.searched", "person.attestation_viewed", "person.production_viewed", "person.record_viewed"],
      "person.scene_viewed",
    ],
    scene_performer: ["scene_performer.viewed"],
    solo_account: ["solo_account.viewed"],
  },
  release: {
    scene_performer: [
      ...["code_entered", "code_sent", "consented", "invited", "mail_accepted", "mail_refused", "opened_in_account"],
      ...["page_viewed", "reminded", "signed"],
    ].map((did) => `scene_performer.${did}`),
  },
};
/** Who acts, and whose part of the ledger it is: another partner's, no one's by default, or the reader's own. */
const ACTORS = ["team", "key", "teamUnowned", "rival", "staff", "staffOwn", "system", "systemOwn", "person"];
const BY: Record<Exclude<Audience, "custodian">, string[]> = {
  partner: ["team", "key", "staffOwn", "systemOwn"],
  team: ["team", "key", "teamUnowned"],
  linked: ACTORS,
  person: ["staff", "staffOwn", "system", "systemOwn"],
  release: ACTORS,
};
const KINDS = Object.values(VISIBLE).flatMap((kinds) => Object.keys(kinds) as SubjectKind[]);
const ALL = Object.keys(ACTIONS) as LedgerAction[];
const id = newId();
const detail = { count: 3, from: "active", to: "suspended", note: "Asked by counsel", ip: "203.0.113.7" };

let partner: Awaited<ReturnType<typeof makePartner>>;

beforeAll(async () => {
  const rival = await makePartner();
  partner = await makePartner();
  const staff = staffCtx(await makeCustodian());
  const acting = [
    [portalCtx(partner)],
    [keyCtx(partner)],
    [portalCtx(partner), null],
    [portalCtx(rival)],
    [staff],
    [staff, partner.id],
    [systemCtx()],
    [systemCtx(), partner.id],
    [personCtx(await makeCustodian())],
  ] as const;
  await inTransaction(async (tx) => {
    for (const kind of new Set(KINDS)) {
      for (const [position, [who, partnerId]] of acting.entries()) {
        const ctx = { ...who, requestId: ACTORS[position] ?? "" };
        for (const reason of ["partner_deactivated", "another"]) {
          for (const action of ALL) {
            record(tx, {
              ctx,
              action,
              subject: { kind, id },
              reason,
              detail,
              ...(partnerId !== undefined && { partnerId }),
            });
          }
        }
      }
    }
  });
});

/** Who acted in an entry that the audience may read. The request's id tells it, which most may not read. */
async function actorsOf(entries: readonly ToldEntry[]): Promise<string[]> {
  const rows = await db.ledgerEntry.findMany({ where: { seq: { in: entries.map(({ seq }) => seq) } } });
  return [...new Set(rows.map(({ requestId }) => requestId ?? ""))].toSorted();
}

const sorted = (texts: readonly string[]) => [...new Set(texts)].toSorted();

describe.each(Object.entries(VISIBLE) as [Exclude<Audience, "custodian">, (typeof VISIBLE)["partner"]][])(
  "%s",
  (audience, visible) => {
    const read = (kind: SubjectKind) => readLedger(audience, { about: [{ kind, ids: [id] }], partnerId: partner.id });

    it.each(sorted(KINDS) as SubjectKind[])("sees of a %s what it may", async (kind) => {
      const entries = await read(kind);
      expect(sorted(entries.map(({ action }) => action))).toEqual((visible[kind] ?? []).toSorted());
      if (entries.length > 0) expect(await actorsOf(entries)).toEqual(BY[audience].toSorted());
    });

    it("reads no more of it than it may", async () => {
      const entries = (await Promise.all((Object.keys(visible) as SubjectKind[]).map(read))).flat();
      const reading = (key: (entry: ToldEntry) => unknown) =>
        sorted(entries.flatMap((entry) => (key(entry) ? entry.action : [])));
      const all = sorted(Object.values(visible).flat());
      expect(ALL.filter((action) => audience in ACTIONS[action]).toSorted()).toEqual(all);
      const changes = audience === "partner" ? ["solo_account.status_changed"] : [];
      const everything = audience === "release" ? all : [];
      expect(reading(({ detail: { ip, note } }) => ip || note)).toEqual(everything);
      expect(reading(({ detail: { from, to } }) => from || to)).toEqual([...everything, ...changes]);
      const counted = ["production.depictions_added", "production.depictions_removed"];
      expect(reading(({ detail: { count } }) => count)).toEqual(audience === "linked" ? counted : everything);
      const depictions = audience === "partner" ? (visible.depiction ?? []) : [];
      expect(reading(({ reason }) => reason)).toEqual(
        audience === "person" ? all : sorted([...everything, ...depictions, ...changes]),
      );
      expect(reading(({ requestId }) => requestId)).toEqual(sorted([...everything, ...depictions]));
    });
  },
);

it("a partner sees its own suspensions only, and nothing without its id", async () => {
  const about = [{ kind: "solo_account", ids: [id] }] as const;
  const holds = await db.ledgerEntry.findMany({
    where: { subjectId: id, action: "solo_account.hold_placed", partnerId: partner.id, reason: "partner_deactivated" },
  });
  const seen = await partnerHistory("partner", { partnerId: partner.id, about });
  const ids = seen.filter(({ action }) => action === "solo_account.hold_placed").map((line) => line.id);
  expect(ids.toSorted()).toEqual(
    holds
      .filter(({ subjectKind }) => subjectKind === "solo_account")
      .map(({ seq }) => `${seq}`)
      .toSorted(),
  );
  expect(JSON.stringify(seen)).not.toMatch(/actor|counsel/);
  for (const audience of ["partner", "team"] as const) expect(await readLedger(audience, { about })).toEqual([]);
});

it("a custodian sees everything in words", async () => {
  const { rows, total } = await custodianHistory({ about: [{ kind: "takedown", ids: [id] }], take: 5 });
  expect([rows.length, total]).toEqual([5, ALL.length * ACTORS.length * 2]);
  const shown =
    /^(certificate|collab_scene|depiction|link_request|onboarding|production|removal_request|scene_fee|scene_performer|solo_account)\./;
  const unworded = ALL.filter((action) => shown.test(action) && !("custodian" in ACTIONS[action]));
  expect(unworded).toEqual([]);
});
