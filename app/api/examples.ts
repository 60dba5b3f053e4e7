// Parts of the declared examples that several routes show.

/** The fee of a scene with two performers, one of them new. */
export const PAID_FEES = {
  sceneFeeCents: 500,
  onboardingFeeCents: 2500,
  totalCents: 3000,
  charged: true,
  paymentChargeId: "pi_3PqExample",
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
