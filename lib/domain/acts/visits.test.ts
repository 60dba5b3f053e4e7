import { expect, it } from "vitest";
import { inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  accountSubject,
  findVisit,
  performerSubject,
  provenVisit,
  proveVisit,
  startVisit,
  visitCookieName,
} from "./visits";

it("opens its own subject's pages only, in that subject's area", async () => {
  const id = newId();
  const [account, performer] = [accountSubject(id), performerSubject(id)];
  const { cookie } = await inTransaction(async (tx) => {
    const { id: visitId } = await startVisit(tx, performer);
    return proveVisit(tx, { id: visitId, subject: performer, provenBy: "session" });
  });
  expect(cookie).toMatchObject({ name: visitCookieName(id), path: "/consent" });
  const visit = await findVisit(performer, cookie.token);
  expect(visit && provenVisit(visit)).toMatchObject({ provenBy: "session" });
  expect(await findVisit(account, cookie.token)).toBeNull();
  expect(await findVisit(performerSubject(newId()), cookie.token)).toBeNull();
  expect((await inTransaction((tx) => startVisit(tx, account))).cookie.path).toBe("/onboard");
});

it("keeps the name of the cookies that browsers have", () => {
  expect(visitCookieName("03f9c2k7v1m4x8q0z5t6b3n1a")).toBe("visit_f8f4de251d872aab");
});
