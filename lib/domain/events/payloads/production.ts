import { z } from "zod";
import { at, event, id, removal, sha256, text } from "./fields";

const PRODUCTION = "03f9c2k7v1m4x8q0z5t6b3n1h";
const CERTIFICATE = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImV4YW1wbGUifQ.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl";
const HASH = "b4c9a289323b21a01c3e940f150eb9b8c542587f1abfd8f0e1cc1ffc5e475514";

const productionId = id("The production.");
const jwt = text("An RS256 JWT, to be verified against the public key set.");

export const productionEvents = {
  "production.documented": event({
    when: "The producer finished the documentation or reissued its sealed package. The newer certificate applies.",
    data: z.object({
      productionId,
      performerCount: z.int().min(0).meta({ description: "How many performers are documented." }),
      documentedAt: at("When the documentation was finished."),
      certificate: jwt,
    }),
    example: {
      productionId: PRODUCTION,
      performerCount: 2,
      documentedAt: "2026-09-05T12:00:00.000Z",
      certificate: CERTIFICATE,
    },
  }),
  "production.takedown_requested": event({
    when: "A depicted person asked for the removal of a production that is linked to you. Honor the deadline given. The production may be `takedown_pending` only hours later.",
    data: z.object({
      productionId,
      ...removal,
      performerEmailHash: sha256(
        "SHA-256 in hex of the claimant's address, trimmed and lower-cased. Only a hint: a request is valid without a match.",
      ),
    }),
    example: {
      productionId: PRODUCTION,
      removalRequestId: "03f9c2k7v1m4x8q0z5t6b3n1i",
      legalBasis: "NCII_TAKE_IT_DOWN",
      performerEmailHash: HASH,
      requestedAt: "2026-09-05T12:00:00.000Z",
      removalDeadline: "2026-09-07T12:00:00.000Z",
    },
  }),
  "production.certificate_renewed": event({
    when: "The yearly attestation brought a new certificate. The content stays up.",
    data: z.object({
      productionId,
      newCertificate: jwt,
      previousCertificateExpiresAt: at("When the previous certificate expires."),
    }),
    example: {
      productionId: PRODUCTION,
      newCertificate: CERTIFICATE,
      previousCertificateExpiresAt: "2026-12-31T00:00:00.000Z",
    },
  }),
  "production.records_inspected": event({
    when: "A federal inspector viewed the production's records. For your information.",
    data: z.object({
      productionId,
      inspectedAt: at("When the inspector viewed them."),
      inspectorAgency: text("The inspector's agency."),
    }),
    example: {
      productionId: PRODUCTION,
      inspectedAt: "2026-09-05T12:00:00.000Z",
      inspectorAgency: "Department of Justice",
    },
  }),
} as const;
