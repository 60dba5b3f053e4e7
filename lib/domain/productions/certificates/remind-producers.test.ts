import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { certify } from "@/lib/testing/certificates";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { systemCtx } from "@/lib/testing/factories";
import { makeProduction, producerCtx } from "@/lib/testing/productions";
import { certificateEndsMail, remindProducers } from "./remind-producers";
import { readRenewalStatement, renewCertificate } from "./renew-certificate";
import { revokeCertificate } from "./revoke-certificate";

async function documented() {
  const production = await makeProduction({ performers: [], depictions: 0 });
  const certificate = await certify(production);
  if (!certificate) throw new Error("not documented");
  return { ...production, ...certificate, email: production.producer.user.email };
}

const before = (end: Date, days: number) => new Date(end.getTime() - days * DAY_MS);

it("reminds the producer 30, 14, 7 and 1 days before the end, once each, until they renew", async () => {
  const made = await documented();
  const mails = async () => (await mailsTo(made.email)).length;
  const counts: number[] = [];
  for (const days of [30.01, 30, 29, 14, 13.5, 7, 1, 0.1, -1]) {
    clock.freeze(before(made.expiresAt, days));
    await Promise.all([remindProducers(systemCtx()), remindProducers(systemCtx())]);
    counts.push(await mails());
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 3, 4, 4, 4]);
  const [mail] = await mailsTo(made.email);
  expect(mail).toMatchObject({
    template: certificateEndsMail.name,
    url: `http://localhost:3000/producer/productions/${made.id}/renew`,
  });
  const reminded = (await linesOn(made.id)).filter(({ action }) => action === "certificate.reminded");
  expect(reminded.map(({ detail }) => JSON.parse(detail).days)).toEqual([30, 14, 7, 1]);

  const ctx = producerCtx(made.producer);
  const { shown } = await readRenewalStatement(ctx, made.id);
  const renewed = await renewCertificate(ctx, { productionId: made.id, shown, signedName: "Ada Example" });
  await remindProducers(systemCtx());
  expect(await mails()).toBe(4);
  clock.freeze(before(renewed.expiresAt, 12));
  await remindProducers(systemCtx());
  expect(await mails()).toBe(5);
});

it("doesn't remind of a revoked certificate", async () => {
  const made = await documented();
  await revokeCertificate(systemCtx(), { productionId: made.id, reason: "x" });
  clock.freeze(before(made.expiresAt, 1));
  await remindProducers(systemCtx());
  expect((await mailsTo(made.email)).map(({ template }) => template)).not.toContain(certificateEndsMail.name);
});
