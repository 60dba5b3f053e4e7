// Parts of the declared examples that several routes show.

/** The fee of a scene with two performers, one of them new. */
export const PAID_FEES = {
  sceneFeeCents: 500,
  onboardingFeeCents: 2500,
  totalCents: 3000,
  charged: true,
  paymentChargeId: "pi_3PqExample",
};

/** A page of proofs. */
export const PROOFS = {
  proofs: [
    {
      logIndex: 1234,
      proof:
        "c2sp.org/tlog-proof@v1\nextra eyJ0eXBlIjoibGVkZ2VyLWVudHJ5L3YxIiwiZmllbGRzIjpb…\nindex 1234\nqu5XTZ4Yz4S0a3rS5u0c…\n\n" +
        "records.example.com/ledger\n20852163\nCsUYapGGPo4dkMgIAUqo…\n\n— records.example.com/ledger Az3grlgtzPIC…\n",
    },
  ],
  pending: 0,
  nextCursor: null,
};

export const DOCUMENTED_PRODUCTION = {
  productionId: "03f9c2k7v1m4x8q0z5t6b3n1h",
  title: "Summer at the lake",
  status: "documented",
  performerCount: 2,
  documentedAt: "2026-09-05T12:00:00.000Z",
  certificate: {
    certificateId: "03f9c2k7v1m4x8q0z5t6b3n1k",
    status: "CURRENT",
    issuedAt: "2026-09-05T12:00:00.000Z",
    expiresAt: "2027-09-05T12:00:00.000Z",
  },
};

export const WEBHOOK_ENDPOINT = {
  endpointId: "03f9c2k7v1m4x8q0z5t6b3n1l",
  url: "https://platform.example.com/webhooks",
  description: "Publishing queue",
  types: ["content_log.deleted" as const, "solo_account.suspended" as const],
  perSecond: null,
  status: "enabled" as const,
  failingSince: null,
  createdAt: "2026-09-05T12:00:00.000Z",
};
