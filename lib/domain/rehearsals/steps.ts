import { suspendedEvent, verifiedEvent } from "@/lib/domain/accounts";
import { sceneCostAtMost } from "@/lib/domain/billing";
import type { NewEvent } from "@/lib/domain/events";
import { takedownRequestedEvent } from "@/lib/domain/productions";
import { deletedEvent, loggedEvent, storedEvent } from "@/lib/domain/records/content";
import { deadlineOf } from "@/lib/domain/removals";
import {
  consentedEvent,
  createdEvent,
  expiredEvents,
  greenlitEvents,
  refusedEvents,
  SIGNING_MS,
} from "@/lib/domain/scenes";
import { sha256Hex } from "@/lib/platform/crypto";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import type { Rehearsal } from "@/prisma/generated/client";
import { CLOCK_MINUTES, type StepName } from "./labels";

/** What a step makes of a rehearsal, and what it sends. */
type Taken = { change: Partial<Rehearsal>; events: NewEvent[] };

type Step = {
  /** Whether it can happen now. */
  may: (row: Rehearsal, now: Date) => boolean;
  take: (row: Rehearsal, now: Date) => Taken;
};

const [FIRST, SECOND] = ["ada@example.com", "grace@example.com"] as const;
const LEGAL_BASIS = "NCII_TAKE_IT_DOWN";
const COPY = { sha256: sha256Hex("a rehearsed copy"), bytes: 48_213, mimeType: "image/jpeg" };

/** The partner's own ids, which nothing else of it has. */
export const externalUserIdOf = ({ id }: Pick<Rehearsal, "id">): string => `rehearsal-${id.slice(-8)}`;

const accountOf = ({ accountId, partnerId, verifiedAt, ...row }: Rehearsal) => ({
  id: accountId,
  externalUserId: externalUserIdOf(row),
  partnerId,
  verifiedAt,
});

const depictionOf = ({ id, partnerId, accountId, contentLogId, depictionId }: Rehearsal) => ({
  partnerId,
  accountId,
  externalContentId: `${externalUserIdOf({ id })}-post`,
  contentLogId: contentLogId ?? "",
  depictionId: depictionId ?? "",
});

const publishedOf = (row: Rehearsal) => ({
  contentUrl: `https://platform.example.com/${depictionOf(row).externalContentId}`,
  contentType: "image",
});

const sceneOf = ({ sceneId, partnerId }: Rehearsal) => ({
  id: sceneId ?? "",
  partnerId,
  uploadSessionId: null,
  job: null,
});

const isActive = ({ account }: Rehearsal) => account === "active";
/** Not once its time is over, even if the job that ends it is late. */
const isOpen = ({ scene, expiresAt }: Rehearsal, now: Date) =>
  scene === "pending" && expiresAt !== null && now < expiresAt;

const becomeActive = (row: Rehearsal, now: Date): Taken => {
  const change = { account: "active", verifiedAt: row.verifiedAt ?? now };
  return { change, events: [verifiedEvent(accountOf({ ...row, ...change }))] };
};

/** Each step: when it can happen, and the real events that it sends. */
export const STEPS: Record<StepName, Step> = {
  verify: { may: ({ account }) => account === "pending", take: becomeActive },
  suspend: {
    may: isActive,
    take: (row) => ({
      change: { account: "suspended" },
      events: [suspendedEvent(accountOf(row), "subscription_lapsed")],
    }),
  },
  restore: { may: ({ account }) => account === "suspended", take: becomeActive },

  log: {
    may: (row) => isActive(row) && (row.content === "none" || row.content === "removed"),
    take: (row) => {
      const change = { content: "logged", depictionId: newId(), contentLogId: newId() };
      const after = { ...row, ...change };
      const logged = { ...depictionOf(after), ...publishedOf(after), sha256: null, complianceCopy: "pending" as const };
      return { change, events: [loggedEvent(logged)] };
    },
  },
  store: {
    may: ({ content }) => content === "logged",
    take: (row, now) => ({
      change: { content: "stored" },
      events: [storedEvent({ ...depictionOf(row), ...COPY, storedAt: now.toISOString() })],
    }),
  },
  remove: {
    may: ({ content }) => content === "logged" || content === "stored",
    take: (row) => {
      const takedown = { removalRequestId: newId(), legalBasis: LEGAL_BASIS } as const;
      return {
        change: { content: "removed" },
        events: [deletedEvent({ ...depictionOf(row), ...publishedOf(row) }, takedown)],
      };
    },
  },

  create: {
    may: (row) => isActive(row) && row.scene !== "pending",
    take: (row, now) => {
      const change = {
        scene: "pending",
        sceneId: newId(),
        expiresAt: new Date(now.getTime() + SIGNING_MS),
        isClock: false,
      };
      const fee = {
        sceneFeeCents: sceneCostAtMost(0),
        onboardingFeeCents: 0,
        billedTo: "platform_invoice" as const,
        paymentChargeId: null,
        chargeError: null,
      };
      const performers = [FIRST, SECOND].map((email) => ({ email, consentedAt: null, refusedAt: null }));
      const { job: _, ...scene } = sceneOf({ ...row, ...change });
      const { expiresAt } = change;
      return {
        change,
        events: [createdEvent({ ...scene, status: "pending_signatures", expiresAt, performers, fee })],
      };
    },
  },
  sign: {
    may: isOpen,
    take: (row, now) => {
      const [scene, signers] = [sceneOf(row), [FIRST, SECOND].map((email) => ({ email, registeredHere: false }))];
      return {
        change: { scene: "greenlit", isClock: false },
        events: [
          ...signers.map((signer) => consentedEvent(scene, signer, now)),
          ...greenlitEvents(scene, { email: SECOND, registeredHere: false }, now),
        ],
      };
    },
  },
  refuse: {
    may: isOpen,
    take: (row) => ({
      change: { scene: "blocked", isClock: false },
      events: refusedEvents(sceneOf(row), { email: FIRST, reason: "declining" }),
    }),
  },
  clock: {
    may: (row, now) => isOpen(row, now) && !row.isClock,
    take: (_, now) => ({
      change: { isClock: true, expiresAt: new Date(now.getTime() + CLOCK_MINUTES * MINUTE_MS) },
      events: [],
    }),
  },
  expire: {
    may: ({ scene }) => scene === "pending",
    take: (row) => ({
      change: { scene: "blocked", isClock: false },
      events: expiredEvents(sceneOf(row), [FIRST, SECOND]),
    }),
  },

  request: {
    may: ({ removalDeadline }) => removalDeadline === null,
    take: ({ productionId, partnerId }, now) => {
      const removalDeadline = deadlineOf(LEGAL_BASIS, now);
      const filed = {
        productionId,
        removalRequestId: newId(),
        legalBasis: LEGAL_BASIS,
        performerEmailHash: sha256Hex(FIRST),
        requestedAt: now,
        removalDeadline,
      } as const;
      return { change: { removalDeadline }, events: [takedownRequestedEvent(filed, partnerId)] };
    },
  },
};
