import { beforeAll, describe, expect, it } from "vitest";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { keyCtx, makeCustodian, makePartner, personCtx, portalCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { ACTIONS, type Audience, type LedgerAction, type SubjectKind } from "./actions";
import { custodianHistory, entriesToProve, partnerHistory, readLedger, type ToldEntry } from "./history";
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
    depiction: ["copy_stored", "logged", "removal_matched", "removed", "viewed"].map((did) => `depiction.${did}`),
    solo_account: ["hold_lifted", "hold_placed", "provisioned", "status_changed"].map((did) => `solo_account.${did}`),
  },
  team: {
    collab_scene: ["collab_scene.cancelled", "collab_scene.created"],
    scene_performer: ["scene_performer.invited"],
    takedown: ["takedown.url_checked"],
    upload_session: ["upload_session.copy_downloaded", "upload_session.created"],
    verification_job: ["verification_job.cancelled", "verification_job.started"],
  },
  scene: {
    collab_scene: ["blocked", "cancelled", "created", "greenlit", "publication_registered", "publication_removed"].map(
      (did) => `collab_scene.${did}`,
    ),
    scene_performer: ["scene_performer.consented", "scene_performer.invited", "scene_performer.refused"],
  },
  extender: {
    collab_scene: ["extended", "publication_registered", "publication_removed"].map((did) => `collab_scene.${did}`),
  },
  linked: { production: LINKED },
  person: {
    identity_check: [
      ...["identity_check.approved", "identity_check.opened", "identity_check.photos_asked"],
      ...["identity_check.rejected", "identity_check.viewed"],
      "identity_photo.viewed",
    ],
    person: [
      ...["index.searched", "person.attestation_viewed", "person.package_downloaded", "person.production_viewed"],
      ...["person.record_viewed", "person.scene_viewed"],
    ],
    scene_performer: ["scene_performer.viewed"],
    solo_account: ["solo_account.viewed"],
  },
  release: {
    scene_performer: [
      ...["code_entered", "code_sent", "consented", "invited", "mail_accepted", "mail_refused", "opened_in_account"],
      ...["page_viewed", "reminded", "signed", "text_opened"],
    ].map((did) => `scene_performer.${did}`),
  },
};
/** Who acts, and whose part of the ledger it is: another partner's, no one's by default, or the reader's own. */
const ACTORS = ["team", "key", "teamUnowned", "rival", "staff", "staffOwn", "system", "systemOwn", "person"];
const BY: Record<Exclude<Audience, "custodian">, string[]> = {
  partner: ["team", "key", "staffOwn", "systemOwn"],
  team: ["team", "key", "teamUnowned"],
  scene: ACTORS,
  extender: ["team", "key", "staffOwn", "systemOwn"],
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
      const reasons = [
        ...(audience === "scene" ? ["scene_performer.refused"] : []),
        ...(audience === "scene" || audience === "extender" ? ["collab_scene.publication_removed"] : []),
      ];
      expect(reading(({ reason }) => reason)).toEqual(
        audience === "person" ? all : sorted([...everything, ...depictions, ...changes, ...reasons]),
      );
      expect(reading(({ requestId }) => requestId)).toEqual(sorted([...everything, ...depictions]));
    });
  },
);

/** Whose entries show a reader of proofs who acted: the actor's kind, and the actor. */
const NAMED: Record<Exclude<Audience, "custodian">, { actorKind: string[]; actorId: string[] }> = {
  partner: { actorKind: BY.partner, actorId: ["team", "key"] },
  team: { actorKind: ["team", "key"], actorId: ["team", "key"] },
  scene: { actorKind: ["team", "key"], actorId: ["team", "key"] },
  extender: { actorKind: BY.extender, actorId: ["team", "key"] },
  linked: { actorKind: ACTORS.filter((who) => who !== "rival" && who !== "teamUnowned"), actorId: ["team", "key"] },
  person: { actorKind: BY.person, actorId: [] },
  release: { actorKind: ["person"], actorId: ["person"] },
};

it.each(Object.entries(NAMED) as [Exclude<Audience, "custodian">, (typeof NAMED)["partner"]][])(
  "a proof shows %s who acted only if it may know",
  async (audience, named) => {
    const about = (Object.keys(VISIBLE[audience]) as SubjectKind[]).map((kind) => ({ kind, ids: [id] }));
    const own = audience === "person" || audience === "release" ? {} : { partnerId: partner.id };
    const proven = await entriesToProve(audience, { about, ...own });
    const showing = (key: string) =>
      sorted(proven.flatMap(({ entry, shown }) => (shown.some((one) => one === key) ? (entry.requestId ?? "") : [])));
    for (const [key, who] of Object.entries(named)) expect(showing(key), key).toEqual(who.toSorted());
    expect(showing("partnerId")).toEqual(
      "partnerId" in own ? ["key", "staffOwn", "systemOwn", "team"].filter((who) => BY[audience].includes(who)) : [],
    );
    expect(showing("detail")).toEqual(audience === "release" ? ACTORS.toSorted() : []);
    for (const key of ["seq", "chain", "position"]) expect(showing(key)).toEqual([]);
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
