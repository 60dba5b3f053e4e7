import { confirmTakedown, markTakenDown, rejectTakedown, requestTakedown } from "@/lib/domain/productions";
import { checkCertificate } from "@/lib/domain/productions/certificates/check-certificate";
import { listCertificates } from "@/lib/domain/productions/certificates/list-certificates";
import { listRevocations } from "@/lib/domain/productions/certificates/list-revocations";
import { readRenewalStatement, renewCertificate } from "@/lib/domain/productions/certificates/renew-certificate";
import { revokeCertificate } from "@/lib/domain/productions/certificates/revoke-certificate";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { type Step, WAIT_MS } from "./certificate-model";
import { certify, filedRequest } from "./certificates";
import { eventsOf } from "./effects";
import { keyCtx, makeCustodian, makePartner, staffCtx, systemCtx } from "./factories";
import { makeProducer, makeProduction, producerCtx } from "./productions";

/** A real production with one partner, to compare with `certificateModel`. */
export async function realCertificates() {
  const partner = await makePartner();
  const production = await makeProduction({ producer: await makeProducer([partner]), performers: [], depictions: 0 });
  const { id: productionId } = production;
  const [producer, key] = [producerCtx(production.producer), keyCtx(partner)];
  const custodian = staffCtx(await makeCustodian());
  const request = { productionId, removalRequestId: newId() };

  const steps: Record<Step, () => Promise<unknown>> = {
    seal: () => certify(production),
    async renew() {
      const { shown } = await readRenewalStatement(producer, productionId);
      return renewCertificate(producer, { productionId, shown, signedName: "Ada Example" });
    },
    wait: async () => {},
    "wait long": async () => {},
    revoke: () => revokeCertificate(systemCtx(), { productionId, reason: "x" }),
    request: () => inTransaction((tx) => requestTakedown(tx, systemCtx(), filedRequest(request))),
    confirm: () => inTransaction((tx) => confirmTakedown(tx, custodian, request)),
    reject: () => inTransaction((tx) => rejectTakedown(tx, custodian, request)),
    "take down": () => markTakenDown(key, { productionId }),
  };

  return {
    async take(step: Step) {
      clock.advance(1_000 + (WAIT_MS[step] ?? 0));
      await steps[step]().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    },
    async shown() {
      const { status } = await db.production.findUniqueOrThrow({ where: { id: productionId } });
      const certificates = (await listCertificates(key, productionId)).certificates.toReversed();
      const { revocations } = await listRevocations(key, { limit: 200 });
      const numberOf = (jwt: unknown) => certificates.findIndex((one) => one.jwt === jwt);
      const events = (await eventsOf(partner)).map(({ type, data }) => {
        if (type === "production.takedown_requested") return "takedown requested";
        const jwt = data.certificate ?? data.newCertificate;
        return `${type === "production.documented" ? "documented" : "renewed"} ${numberOf(jwt)}`;
      });
      const checks = certificates.map(({ jwt }) => checkCertificate(key, productionId, { certificate: jwt ?? "" }));
      const reasons = (await Promise.all(checks)).map(({ reason }) => reason);
      return {
        status,
        certificates: certificates.map((one, n) => [one.status, reasons[n]]),
        listed: revocations.map(({ certificateId }) =>
          certificates.findIndex((one) => one.certificateId === certificateId),
        ),
        events,
      };
    },
    jwts: async () => (await listCertificates(key, productionId)).certificates.flatMap(({ jwt }) => jwt ?? []),
  };
}
