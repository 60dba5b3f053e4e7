import type { Ctx, PartnerKeyActor, PersonActor, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { ensureUser } from "@/lib/domain/parties/people";
import { getUploader, logDepiction } from "@/lib/domain/records/content";
import { fillSearch } from "@/lib/domain/records/search";
import {
  claimOf,
  confirmItem,
  fileOwnRequest,
  findRecordsTask,
  removalStatementOf,
  startDraft,
} from "@/lib/domain/removals";
import type { Answers } from "@/lib/domain/removals/filing/schemas";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";

import type { Moment } from "./seed-scenes";

const UPLOADER = "nl-1001";

/** A demo request about a depiction of the demo partner. */
type DemoRequest = {
  email: string;
  content: { id: string; title: string };
  answers: Partial<Answers>;
  confirmed?: true;
};

const REQUESTS: readonly DemoRequest[] = [
  {
    email: "casey@claimants.example.com",
    content: { id: "nl-post-1", title: "Poolside" },
    answers: {
      name: "Casey Morgan",
      kind: "intimate",
      age: "adult",
      spread: "published",
      consent: "withdrawn",
      description: "I agreed last year. I don’t want it online any more.",
    },
  },
  {
    email: "robin@claimants.example.com",
    content: { id: "nl-post-2", title: "Backstage" },
    answers: { name: "Robin Vale", kind: "work", description: "I took this photo and never licensed it." },
    confirmed: true,
  },
];

/** Creates two removal requests: one waits for a custodian, one was confirmed and waits for the demo partner. Repeatable. The last step of a demo. */
export async function seedRemovals(
  ctx: Ctx<SystemActor>,
  { partner, custodianId }: { partner: Ctx<PartnerKeyActor>; custodianId: string },
  moment: Moment,
): Promise<void> {
  const staff: Ctx<StaffActor> = { ...ctx, actor: { kind: "staff", userId: custodianId } };
  for (const [n, request] of REQUESTS.entries()) {
    await moment(0.6 - 0.2 * n);
    const url = await logOne(partner, request);
    const requestId = (await findRequest(request)) ?? (await file(ctx, request, url));
    // The record is found by its URL, which the search must know first.
    await fillSearch();
    await findRecordsTask.run({ removalId: requestId }, { ...ctx, attempt: 1, lastAttempt: false, signal: undefined });
    if (request.confirmed) await confirm(staff, requestId);
  }
}

/** Logs what a request is about, and returns its URL. */
async function logOne(partner: Ctx<PartnerKeyActor>, { content: { id, title } }: DemoRequest): Promise<string> {
  const { partnerId } = partner.actor;
  const account = await db.soloAccount.findFirstOrThrow({
    where: { partnerId, externalUserId: UPLOADER },
    select: { id: true },
  });
  const url = `https://northlight.example.com/posts/${id}`;
  await logDepiction(partner, await getUploader(partnerId, account.id), {
    contentUrl: url,
    title,
    contentType: "image",
    externalContentId: id,
    productionDate: new Date(clock.now().getTime() - 30 * DAY_MS),
    complianceCopy: { mimeType: "image/jpeg", sizeBytes: 48_213 },
  });
  return url;
}

/** The partner whose record a demo's last step confirmed; null before. */
export async function findSeededPartner(): Promise<string | null> {
  const [email] = REQUESTS.flatMap(({ email, confirmed }) => (confirmed ? [email] : []));
  const where = { request: { email: email ?? "" }, decidedAt: { not: null } };
  return (await db.removalItem.findFirst({ where, select: { partnerId: true } }))?.partnerId ?? null;
}

async function findRequest({ email }: DemoRequest): Promise<string | null> {
  return (await db.removalRequest.findFirst({ where: { email }, select: { id: true } }))?.id ?? null;
}

/** Files it from the claimant's own account, which proves their mailbox. */
export async function file(
  ctx: Ctx<SystemActor>,
  { email, answers }: Pick<DemoRequest, "email" | "answers">,
  url: string,
): Promise<string> {
  const { id: userId } = await inTransaction((tx) => ensureUser(tx, email));
  const given = {
    ...answers,
    subject: "me" as const,
    sha256s: [],
    otherNames: [],
    urls: [url],
    email,
    account: { userId, record: null },
  };
  const claim = claimOf(given);
  if (!claim) throw new Error("A demo request lacks an answer.");
  const { token } = await startDraft(given);
  const person: Ctx<PersonActor> = { ...ctx, actor: { kind: "person", userId }, ip: "203.0.113.23", userAgent: "Demo" };
  const signature = { signedName: claim.name, shown: removalStatementOf(claim).shown };
  return (await fileOwnRequest(person, { token, ...signature })).id;
}

async function confirm(staff: Ctx<StaffActor>, requestId: string): Promise<void> {
  const item = await db.removalItem.findFirst({ where: { requestId, status: "open" }, select: { id: true } });
  if (item) await confirmItem(staff, { itemId: item.id, reason: "The photo is yours, and no license is on file." });
}
