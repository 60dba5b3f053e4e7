import type Stripe from "stripe";
import { evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { factsOf, sealDocumentNumber, sealFacts, withFacts } from "@/lib/domain/identity/id-facts";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict, Unprocessable } from "@/lib/platform/errors";
import { stripe } from "@/lib/platform/payments/stripe-client";
import { attestDeclaration, findDeclarations } from "./declaration";
import type { DocumentType } from "./documents";
import { areaOf, lockDraft, opensCheck } from "./lock-check";
import type { RejectionReason } from "./rejection-reasons";

/**
 * Attest the acting person's declaration and return the address of their Stripe session. A second call returns a new address of
 * the same session and keeps its declaration, because what they entered can't change once it is opened.
 * Throws `Unprocessable` `not_attested` or `check_incomplete`, `Conflict` `no_draft` once the session has been used.
 */
export async function beginVendorSession(ctx: Ctx<PersonActor>, { attested }: { attested: boolean }): Promise<string> {
  if (!attested) throw new Unprocessable("not_attested", "Check the box to declare that this is true.");
  const found = await db.identityCheck.findFirst({ where: { userId: ctx.actor.userId, status: "draft" } });
  const [check] = found ? await withFacts(db, [found]) : [];
  if (!check || !opensCheck(ctx.actor.visit, check)) throw new Conflict("no_draft", "The check has already started.");
  if (check.driver !== "stripe_identity" || !check.legalName || !check.birthDate) {
    throw new Unprocessable("check_incomplete", "Your name or date of birth is missing.");
  }
  const session = await openSession(check);
  await inTransaction(async (tx) => {
    const draft = await lockDraft(tx, ctx);
    if (draft.id !== check.id) throw new Conflict("no_draft", "The check has already started.");
    const now = clock.now();
    const [declared] = await findDeclarations(tx, check.id);
    const declaration = declared?.id ?? (await attestDeclaration(tx, ctx, { checkId: check.id, at: now }));
    await tx.identityCheck.update({
      where: { id: check.id },
      data: { vendorSessionId: session.id, updatedAt: now },
    });
    record(tx, {
      ctx,
      action: "identity_check.session_opened",
      subject: { kind: "identity_check", id: check.id },
      detail: { session: session.id, declaration, ...evidenceOf(ctx) },
    });
  });
  if (!session.url) throw new Conflict("no_draft", "The check has already started.");
  return session.url;
}

type CheckOfSession = { id: string; performerId: string | null };

async function openSession(check: CheckOfSession & { vendorSessionId: string | null }) {
  if (!check.vendorSessionId) return createVendorSession(check);
  const { id, state } = await readVendorSession(check.vendorSessionId);
  return { id, url: state.stage === "open" ? state.url : null };
}

// Stripe returns birth date, number and expiry only if expanded by name, with a key that may read them.
const EXPAND = [
  "verified_outputs",
  "verified_outputs.dob",
  "last_verification_report",
  "last_verification_report.document.number",
  "last_verification_report.document.expiration_date",
];

/** A session's state, in our terms. */
type VendorState =
  | { stage: "open"; url: string | null }
  | { stage: "working" }
  | { stage: "failed"; reason: RejectionReason; code: string | null }
  | { stage: "verified"; person: VerifiedPerson; reportId: string | null };

export type VerifiedPerson = {
  legalName: string;
  birthDate: Date;
  documentType: DocumentType | null;
  documentCountry: string | null;
  documentNumber: string | null;
  documentExpiry: Date | null;
};

type VendorSession = { id: string; checkId: string | null; state: VendorState };

/**
 * Create a check's session. The check and the area it returns to are the idempotency key, so a second call returns the same
 * session, and one from another area is not refused for its other address.
 */
async function createVendorSession(check: CheckOfSession): Promise<{ id: string; url: string | null }> {
  const { id: checkId, performerId } = check;
  const session = await stripe().identity.verificationSessions.create(
    {
      type: "document",
      metadata: { check_id: checkId },
      options: { document: { require_matching_selfie: true, require_live_capture: true } },
      return_url: `${env().baseUrl}${areaOf(check)}/return?check=${checkId}`,
    },
    { idempotencyKey: `identity-check-${checkId}${performerId ? "-performer" : ""}` },
  );
  return { id: session.id, url: session.url };
}

/** Read a session's state from Stripe. Messages are not trusted for it, because they come late and out of order. */
export async function readVendorSession(sessionId: string): Promise<VendorSession> {
  const session = await stripe().identity.verificationSessions.retrieve(sessionId, { expand: EXPAND });
  return { id: session.id, checkId: session.metadata.check_id ?? null, state: stateOf(session) };
}

/** Keeps what a session read from a check's document in place of what the person typed. */
export async function keepVerified(
  tx: Tx,
  check: { id: string; userId: string },
  person: VerifiedPerson,
): Promise<void> {
  const { documentNumber } = person;
  // The next run of the hourly task makes them of what is kept now.
  await tx.identityMarks.deleteMany({ where: { checkId: check.id } });
  await tx.identityCheck.update({
    where: { id: check.id },
    data: {
      facts: await sealFacts(tx, check, factsOf(person)),
      documentNumber: documentNumber ? Buffer.from(await sealDocumentNumber(tx, check, documentNumber)) : null,
    },
  });
}

function stateOf(session: Stripe.Identity.VerificationSession): VendorState {
  switch (session.status) {
    case "verified":
      return { stage: "verified", person: personOf(session), reportId: reportOf(session)?.id ?? null };
    case "processing":
      return { stage: "working" };
    case "canceled":
      return { stage: "failed", reason: "check_canceled", code: null };
    default: {
      const code = session.last_error?.code ?? null;
      return code ? { stage: "failed", reason: reasonOf(code), code } : { stage: "open", url: session.url };
    }
  }
}

function reasonOf(code: string): RejectionReason {
  if (code === "document_expired") return "document_expired";
  if (code === "under_supported_age") return "under_age";
  if (code === "selfie_face_mismatch") return "face_differs";
  if (code === "selfie_document_missing_photo" || code.startsWith("document_type")) return "document_not_accepted";
  if (code === "country_not_supported") return "document_not_accepted";
  if (code.startsWith("selfie_")) return "person_not_visible";
  if (code.startsWith("document_")) return "document_unreadable";
  return code === "abandoned" || code === "consent_declined" || code === "device_not_supported"
    ? "check_abandoned"
    : "other";
}

function personOf(session: Stripe.Identity.VerificationSession): VerifiedPerson {
  const { first_name: first, last_name: last, dob } = session.verified_outputs ?? {};
  const document = reportOf(session)?.document;
  const birthDate = dateOf(dob);
  const legalName = [first, last].filter(Boolean).join(" ");
  if (!legalName || !birthDate) {
    throw new Error(
      "A verified session has no name or date of birth. The Stripe key may not read verified_outputs.dob.",
    );
  }
  return {
    legalName,
    birthDate,
    documentType: documentTypeOf(document?.type ?? null),
    documentCountry: document?.issuing_country ?? null,
    documentNumber: document?.number ?? null,
    documentExpiry: dateOf(document?.expiration_date),
  };
}

function reportOf({ last_verification_report: report }: Stripe.Identity.VerificationSession) {
  return report && typeof report === "object" ? report : null;
}

function documentTypeOf(type: string | null): DocumentType | null {
  if (type === "driving_license") return "driving_licence";
  return type === "passport" || type === "id_card" ? type : null;
}

type PartsOfDate = { day: number | null; month: number | null; year: number | null };

function dateOf(parts: PartsOfDate | null | undefined): Date | null {
  return parts?.year && parts.month && parts.day ? new Date(Date.UTC(parts.year, parts.month - 1, parts.day)) : null;
}
