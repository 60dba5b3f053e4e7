import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { openFor, sealFor } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { sealedColumn } from "@/lib/platform/sealed-column";
import { AGES, CLAIM_KINDS, CONSENTS, SPREADS } from "./filing/labels";

/** What a claimant told us that no partner ever reads. */
export const Claim = z.object({
  /** The legal name they signed with. */
  name: z.string(),
  /** Other names of the person shown, such as stage names. */
  otherNames: z.array(z.string()),
  /** The person they act for, and by what right; null for themselves. */
  actsFor: z.object({ name: z.string(), authority: z.string() }).nullable(),
  kind: z.enum(CLAIM_KINDS),
  age: z.enum(AGES).optional(),
  spread: z.enum(SPREADS).optional(),
  consent: z.enum(CONSENTS).optional(),
  description: z.string(),
  /** How many hashes they gave of files that stayed with them, computed by their device or pasted. Undefined without. */
  device: z.object({ files: z.int(), pictures: z.int(), pasted: z.int().optional() }).optional(),
  /** The title of the record that they chose in their own account, if it has one. Without a choice, undefined. */
  chosen: z.object({ title: z.string().nullable() }).optional(),
});
export type Claim = z.infer<typeof Claim>;

const CLAIM = "removal-claim";
const WORDS = "removal-message";
const NOTE = "removal-note";

// With the claim, the token stays the same when the master key changes, and so do the links in earlier mails.
const Kept = Claim.extend({ pageToken: z.string() });

/** A claim as `removal_requests.claim` keeps it, with the token of the claimant's page. */
export const sealClaim = (requestId: string, claim: Claim, pageToken: string): Buffer<ArrayBuffer> =>
  Buffer.from(sealFor(CLAIM, Buffer.from(JSON.stringify(Kept.parse({ ...claim, pageToken }))), requestId));

type Sealed = { id: string; claim: Uint8Array };

/** The claim in what `sealClaim` made, without the token. Throws `SealBroken`. */
export const openClaim = ({ id, claim }: Sealed): Claim =>
  Claim.parse(JSON.parse(openFor(CLAIM, claim, id).toString()));

/** The token of the claimant's page, which every mail to them links to. Throws `SealBroken`. */
export const openPageToken = ({ id, claim }: Sealed): string =>
  Kept.parse(JSON.parse(openFor(CLAIM, claim, id).toString())).pageToken;

/** The names of the person shown: theirs, and not those of who acts for them. */
export const namesOf = ({ name, otherNames, actsFor }: Claim): string[] => [actsFor?.name ?? name, ...otherNames];

/** The text of a message as `removal_messages.text` keeps it. */
export const sealWords = (messageId: string, text: string): Buffer<ArrayBuffer> =>
  Buffer.from(sealFor(WORDS, Buffer.from(text), messageId));

/** The inverse of `sealWords`. Throws `SealBroken`. */
export const openWords = ({ id, text }: { id: string; text: Uint8Array }): string =>
  openFor(WORDS, text, id).toString();

/** A note as `removal_notes.text` keeps it. */
export const sealNote = (noteId: string, text: string): Buffer<ArrayBuffer> =>
  Buffer.from(sealFor(NOTE, Buffer.from(text), noteId));

/** The inverse of `sealNote`. Throws `SealBroken`. */
export const openNote = ({ id, text }: { id: string; text: Uint8Array }): string => openFor(NOTE, text, id).toString();

/** Keeps a message, sealed. Without a custodian, it is the claimant's. */
export async function addMessage(
  tx: Pick<Tx, "removalMessage">,
  { text, ...message }: { requestId: string; text: string; custodianId?: string; isAppeal?: boolean },
): Promise<void> {
  const id = newId();
  await tx.removalMessage.create({ data: { id, ...message, text: sealWords(id, text), sentAt: clock.now() } });
}

export const claimColumn = sealedColumn({
  table: "removal_requests",
  id: "id",
  owner: "id",
  column: "claim",
  renew: ({ id, sealed }) => Buffer.from(sealFor(CLAIM, openFor(CLAIM, sealed, id), id)),
});

export const removalWordsColumn = sealedColumn({
  table: "removal_messages",
  id: "id",
  owner: "request_id",
  column: "text",
  renew: ({ id, sealed }) => Buffer.from(sealFor(WORDS, openFor(WORDS, sealed, id), id)),
});

export const removalNotesColumn = sealedColumn({
  table: "removal_notes",
  id: "id",
  owner: "request_id",
  column: "text",
  renew: ({ id, sealed }) => Buffer.from(sealFor(NOTE, openFor(NOTE, sealed, id), id)),
});
