import { deactivateAccount, provisionAccount } from "@/lib/domain/accounts";
import type { Ctx, PartnerKeyActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { importIdentity, rejectIdentity } from "@/lib/domain/creators/decisions";
import {
  addKnownCasePhoto,
  addPhoto,
  makeKnownCase,
  plantKnownCase,
  saveDetails,
  saveDocument,
  skipReading,
  startCheck,
  submitCheck,
} from "@/lib/domain/identity";
import { KnownCaseInput } from "@/lib/domain/identity/schemas";
import { createKey, touchKey, writeKeyUses } from "@/lib/domain/parties/keys";
import { createPartner } from "@/lib/domain/parties/partners";
import { appointCustodian } from "@/lib/domain/parties/people";
import { queueFirstCheck } from "@/lib/domain/readiness";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { PRODUCER, seedProductions } from "./seed-productions";
import { findSeededPartner, seedRemovals } from "./seed-removals";
import { type Moment, seedScenes, seedUploadSessions } from "./seed-scenes";
import { drawDocumentBack, drawDocumentFront, drawPerson, type Specimen } from "./specimen";

/** `people`: whom `npm start` gives a way to sign in. */
export type Demo = { people: readonly { role: string; email: string }[]; partnerId: string };

type PartnerCtx = Ctx<PartnerKeyActor>;

/**
 * Creates the demo partner, its owner, two custodians, creators at every stage, scenes in every status, another partner that
 * publishes one, upload sessions of each path, a producer with productions, and removal requests, through the same verbs as
 * everything else. It resumes after an interruption, and changes nothing once complete. `moment` spreads it over the last days.
 */
export async function seedDemo(moment: Moment = async () => undefined): Promise<Demo> {
  const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "demo-seed" }, requestId: newId() };
  const done = await findSeededPartner();
  const custodianId = await appointCustodians(ctx);
  if (done) return { people: PEOPLE, partnerId: done };

  const partnerId = (await findPartner()) ?? (await makePartner(ctx));
  const keyId = (await findKey(partnerId)) ?? (await createKey(ctx, { partnerId, name: "Creator import" })).keyId;
  const partner: PartnerCtx = { actor: { kind: "partner_key", partnerId, keyId }, requestId: ctx.requestId };
  const verbs = { ctx, partner, custodianId };
  const newcomers = CREATORS.filter(({ stage }) => stage !== "verified" && stage !== "deactivated");
  for (const creator of CREATORS) if (!newcomers.includes(creator)) await bringIn(creator, verbs);
  await seedScenes(ctx, partner, moment);
  await seedUploadSessions(ctx, partner, moment);
  await seedProductions(ctx, partner, moment);
  // The key that makes all this is in use.
  touchKey(keyId, clock.now().getTime());
  await writeKeyUses();
  for (const [n, creator] of newcomers.entries()) {
    await moment(2.4 - 0.25 * n);
    await bringIn(creator, verbs);
  }
  if (env().identityDriver === "custodian_review") await seedKnownCases(ctx, custodianId);
  await seedRemovals(ctx, { partner, custodianId }, moment);
  await moment(0);
  await queueFirstCheck();
  await inTransaction(async (tx) =>
    record(tx, { ctx, action: "demo.seeded", subject: { kind: "partner", id: partnerId }, partnerId }),
  );
  return { people: PEOPLE, partnerId };
}

/** Appoints the demo's custodians once: an operator may dismiss one later. Returns the first one's id. */
async function appointCustodians(ctx: Ctx<SystemActor>): Promise<string> {
  for (const email of CUSTODIAN_EMAILS) {
    if (!(await db.user.findUnique({ where: { email }, select: { id: true } }))) await appointCustodian(ctx, { email });
  }
  return (await db.user.findUniqueOrThrow({ where: { email: CUSTODIAN_EMAILS[0] }, select: { id: true } })).id;
}

/** The partner of an earlier run. */
async function findPartner(): Promise<string | null> {
  const where = { name: PARTNER_NAME, members: { some: { user: { email: OWNER_EMAIL } } } };
  return (await db.partner.findFirst({ where, select: { id: true } }))?.id ?? null;
}

async function makePartner(ctx: Ctx<SystemActor>): Promise<string> {
  const { partnerId } = await createPartner(ctx, {
    name: PARTNER_NAME,
    plan: "platform_pays",
    ownerEmail: OWNER_EMAIL,
    collabScenes: true,
  });
  return partnerId;
}

async function findKey(partnerId: string): Promise<string | null> {
  const key = await db.apiKey.findFirst({ where: { partnerId, mode: "live" }, select: { id: true } });
  return key?.id ?? null;
}

async function bringIn(
  { externalUserId, email, stage, specimen }: Creator,
  { ctx, partner, custodianId }: { ctx: Ctx<SystemActor>; partner: PartnerCtx; custodianId: string },
): Promise<void> {
  const { account } = await provisionAccount(partner, {
    externalUserId,
    email,
    callbackUrl: "https://northlight.example.com/records",
    firstName: specimen.legalName.split(" ")[0],
  });
  const person = await db.user.findUniqueOrThrow({ where: { email }, select: { id: true, identity: true } });
  if (stage === "verified" || stage === "deactivated") {
    if (!person.identity) await importPerson(ctx, email, specimen);
    if (stage === "deactivated") await deactivateAccount(partner, account.accountId);
    return;
  }
  // The result of an external identity service cannot be seeded.
  if (stage === "invited" || env().identityDriver !== "custodian_review") return;
  const reached = stage === "begun" ? (["draft"] as const) : (["submitted", "rejected"] as const);
  const sent = await db.identityCheck.findFirst({ where: { userId: person.id, status: { in: [...reached] } } });
  const checkId = sent?.id ?? (await showDocument(person.id, account.accountId, { specimen, stage }));
  if (stage !== "rejected" || sent?.status === "rejected") return;
  const staff = { actor: { kind: "staff" as const, userId: custodianId }, requestId: ctx.requestId };
  await rejectIdentity(staff, {
    checkId,
    reason: "document_unreadable",
    note: "The lower edge of the card is cut off.",
  });
}

async function importPerson(ctx: Ctx<SystemActor>, email: string, specimen: Creator["specimen"]): Promise<void> {
  await importIdentity(ctx, {
    email,
    legalName: specimen.legalName,
    birthDate: specimen.birthDate,
    verifiedAt: new Date(clock.now().getTime() - 40 * DAY_MS),
    document: await drawDocumentFront(specimen),
  });
}

/** Fills in an identity check, and submits it unless the creator stopped halfway. Returns its id. */
export async function showDocument(
  userId: string,
  accountId: string,
  { specimen, stage }: Pick<Creator, "specimen" | "stage">,
): Promise<string> {
  const ctx = { actor: { kind: "person" as const, userId }, requestId: newId(), ip: "203.0.113.20", userAgent: "Demo" };
  const { legalName, birthDate, documentNumber, documentExpiry } = specimen;
  const { checkId } = await startCheck(ctx, { accountId });
  await saveDetails(ctx, { legalName, birthDate: new Date(birthDate), otherNames: [] });
  if (stage === "begun") return checkId;
  await saveDocument(ctx, {
    documentType: "id_card",
    documentCountry: "US",
    documentState: null,
    documentNumber,
    documentExpiry: new Date(documentExpiry),
  });
  await addPhoto(ctx, { kind: "document_front", file: await drawDocumentFront(specimen) });
  await addPhoto(ctx, { kind: "document_back", file: await drawDocumentBack(specimen) });
  await addPhoto(ctx, { kind: "person", file: await drawPerson(specimen) });
  await submitCheck(ctx, { attested: true });
  return checkId;
}

/** Known cases for reviewers, one of them in the custodian's queue. */
async function seedKnownCases(ctx: Ctx<SystemActor>, custodianId: string): Promise<void> {
  if ((await db.goldenReview.count({ where: { reviewerId: custodianId } })) > 0) return;
  for (const { specimen, photographed = specimen, email, ...known } of KNOWN_CASES) {
    if ((await db.goldenCheck.count({ where: { email } })) > 0) continue;
    const { legalName, birthDate, documentNumber, documentExpiry } = specimen;
    const { goldenId } = await makeKnownCase(ctx, {
      details: { legalName, birthDate: new Date(birthDate), otherNames: [] },
      document: {
        ...{ documentType: "id_card", documentCountry: "US", documentState: null },
        ...{ documentNumber, documentExpiry: new Date(documentExpiry) },
      },
      known: KnownCaseInput.parse({ email, ...known }),
    });
    const photos = {
      document_front: await drawDocumentFront(photographed),
      document_back: await drawDocumentBack(photographed),
      person: await drawPerson(specimen),
    } as const;
    for (const kind of ["document_front", "document_back", "person"] as const) {
      await addKnownCasePhoto(ctx, { goldenId, kind, file: photos[kind] });
    }
    // What reads documents isn't running yet, and finds nothing on a drawing. Until it was read, none is planted.
    await skipReading(db, goldenId);
  }
  await plantKnownCase(ctx, { reviewerId: custodianId });
}

/** The demo partner and its people. They are fictional; the addresses cannot receive mail. */
export const OWNER_EMAIL = "owner@northlight.example.com";
/** Two, because examinations, packages and some rejections take another custodian. */
export const CUSTODIAN_EMAILS = ["custodian@example.com", "second.custodian@example.com"] as const;
const PARTNER_NAME = "Northlight";
const PEOPLE: Demo["people"] = [
  { role: "Owner", email: OWNER_EMAIL },
  ...CUSTODIAN_EMAILS.map((email) => ({ role: "Custodian", email })),
  { role: "Producer", email: PRODUCER.email },
];

/** How far a demo creator has got. */
type Stage = "verified" | "deactivated" | "waiting" | "rejected" | "begun" | "invited";

type Creator = { externalUserId: string; email: string; stage: Stage; specimen: Specimen };

export const CREATORS: readonly Creator[] = [
  creator("nl-1001", "Ada Lindqvist", "verified", "1991-08-14", ["#e7c3a4", "#b58a4a", "#6a4c6d"]),
  creator("nl-1002", "Jonah Reyes", "verified", "1988-02-03", ["#b98a62", "#241c17", "#3d5a4a"]),
  creator("nl-1003", "Priya Nair", "deactivated", "1994-11-22", ["#a87550", "#1d1613", "#7d4a3a"]),
  creator("nl-1004", "Mira Solano", "waiting", "1996-03-27", ["#d9a684", "#3a2a20", "#41656b"]),
  creator("nl-1005", "Theo Marchetti", "waiting", "1999-06-09", ["#e3b898", "#5a3d28", "#394a6b"]),
  creator("nl-1006", "Lena Fischer", "rejected", "1993-01-18", ["#edcdb4", "#8a3f24", "#55603a"]),
  creator("nl-1007", "Sam Okafor", "begun", "1997-09-30", ["#7a4f36", "#15110f", "#8a6a2f"]),
  creator("nl-1008", "Yuki Tanaka", "invited", "2000-12-05", ["#e8c6a6", "#1a1817", "#7b5566"]),
];

export function creator(
  externalUserId: string,
  legalName: string,
  stage: Stage,
  birthDate: string,
  [skin, hair, shirt]: [string, string, string],
): Creator {
  const number = externalUserId.slice(-4);
  return {
    externalUserId,
    email: `${legalName.split(" ")[0]?.toLowerCase()}@creators.example.com`,
    stage,
    specimen: {
      legalName,
      birthDate,
      documentNumber: `X48${number}5`,
      documentExpiry: "2033-06-30",
      skin,
      hair,
      shirt,
    },
  };
}

type Golden = Omit<KnownCaseInput, "reasons"> & {
  reasons: string[];
  /** What the person entered, and looks like. */
  specimen: Specimen;
  /** What the document shows, if that is something else. */
  photographed?: Specimen;
};

const ruth = creator("gc-2001", "Ruth Calloway", "waiting", "1992-05-11", ["#e2b999", "#6b4a2b", "#46586b"]).specimen;
const omar = creator("gc-2002", "Omar Haddad", "waiting", "1990-10-02", ["#b98a62", "#1c1714", "#5c6b46"]).specimen;
const ines = creator("gc-2003", "Ines Prado", "waiting", "1995-07-23", ["#d2a07c", "#2b1c14", "#6b4652"]).specimen;

const KNOWN_CASES: readonly Golden[] = [
  {
    ...{ specimen: ruth, email: "ruth@creators.example.com", expected: "approve", reasons: [] },
    why: "Everything on the card is as entered, and the face is the same.",
  },
  {
    ...{ specimen: omar, photographed: { ...omar, birthDate: "2009-10-02" }, email: "omar@creators.example.com" },
    ...{ expected: "reject", reasons: ["details_differ", "under_age"] },
    why: "The card says 2009 as the year of birth, and the entry 1990.",
  },
  {
    ...{
      specimen: ines,
      photographed: { ...ines, skin: "#8a5a3c", hair: "#c98b3a" },
      email: "ines@creators.example.com",
    },
    ...{ expected: "reject", reasons: ["face_differs"] },
    why: "The face on the card isn’t the person’s in the photo.",
  },
];
