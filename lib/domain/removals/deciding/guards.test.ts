import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { makeCustodian, makeDepiction, makePartner } from "@/lib/testing/factories";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { asOwner } from "@/lib/testing/sql";

/** A decided request with a confirmed, a rejected and an open item, and a clock that ended. */
async function decided(): Promise<string> {
  const partner = await makePartner();
  const record = async () => ({ depictionId: (await makeDepiction(partner)).id });
  const removal = await makeRemoval({ status: "decided", urls: ["https://tube.example/1"] });
  const item = await makeItem(removal, { ...(await record()), status: "confirmed" });
  await makeItem(removal, { ...(await record()), status: "rejected" });
  const open = await makeItem(removal, await record());
  const { id: targetId } = await db.removalTarget.findFirstOrThrow({ where: { requestId: removal.id } });
  await db.removalItemTarget.create({ data: { itemId: open.id, targetId } });
  const ended = { closedAt: new Date(), outcome: "taken_down", closedByKind: "system", closedById: "test" } as const;
  await makeTakedown(item, { partnerId: partner.id, ...ended });
  return removal.id;
}

const ITEMS = "UPDATE removal_items SET";
const CLOCKS = "UPDATE takedowns SET";
const OF_CLOCK = "WHERE item_id IN (SELECT id FROM removal_items WHERE request_id = $1)";
const APPEAL = `UPDATE removal_requests SET appealed_at = now() WHERE id = $1;
  ${ITEMS} status = 'open', decided_by_id = NULL, proposed_by_id = NULL, proposed_at = NULL, proposed_reason = NULL,
    rejected_by_ids = array_remove(ARRAY[proposed_by_id, decided_by_id], NULL)
  WHERE request_id = $1 AND status = 'rejected';`;
const decide = (status: string) =>
  `${ITEMS} status = '${status}', decided_by_id = (SELECT id FROM users WHERE staff_role = 'custodian' LIMIT 1)
   WHERE request_id = $1 AND status = 'open'`;

it.each([
  ["is kept", "DELETE FROM removal_requests WHERE id = $1"],
  ["what was filed", "UPDATE removal_requests SET legal_basis = 'OTHER' WHERE id = $1"],
  ["what was filed", "UPDATE removal_requests SET requested_at = now() WHERE id = $1"],
  ["does not go from decided", "UPDATE removal_requests SET status = 'withdrawn', withdrawn_at = now() WHERE id = $1"],
  ["is kept", "DELETE FROM removal_items WHERE request_id = $1"],
  ["what an item is about", `${ITEMS} depiction_id = 'other' WHERE request_id = $1`],
  [
    "does not go from confirmed",
    `${ITEMS} status = 'open', decided_by_id = NULL WHERE request_id = $1 AND status = 'confirmed'`,
  ],
  ["a decision is final", `${ITEMS} reason = 'other' WHERE request_id = $1 AND status = 'rejected'`],
  [
    "only an appeal",
    `${ITEMS} status = 'open', decided_by_id = NULL, rejected_by_ids = array_remove(ARRAY[proposed_by_id, decided_by_id], NULL)
     WHERE request_id = $1 AND status = 'rejected'`,
  ],
  ["two custodians", decide("rejected")],
  [
    "another custodian",
    `${APPEAL} ${ITEMS} status = 'confirmed', decided_by_id = rejected_by_ids[1]
     WHERE request_id = $1 AND status = 'open' AND rejected_by_ids <> '{}'`,
  ],
  [
    "another custodian",
    `${APPEAL} ${ITEMS} proposed_by_id = rejected_by_ids[1], proposed_at = now(), proposed_reason = 'x'
     WHERE request_id = $1 AND status = 'open' AND rejected_by_ids <> '{}'`,
  ],
  [
    "another custodian",
    `${APPEAL} ${ITEMS} status = 'rejected', decided_by_id = rejected_by_ids[1]
     WHERE request_id = $1 AND status = 'open' AND rejected_by_ids <> '{}'`,
  ],
  ["who rejected before", `${APPEAL} ${ITEMS} rejected_by_ids = '{}' WHERE request_id = $1`],
  [
    "an item starts undecided",
    `INSERT INTO removal_items (id, request_id, depiction_id, partner_id, status, found_by, added_at, decided_by_id, decided_at)
    SELECT reverse(id), request_id, reverse(id), partner_id, status, found_by, added_at, decided_by_id, decided_at
    FROM removal_items WHERE request_id = $1 AND status = 'rejected'`,
  ],
  [
    "an item starts undecided",
    `INSERT INTO removal_items (id, request_id, depiction_id, partner_id, status, found_by, added_at, reason)
    SELECT reverse(id), request_id, reverse(id), partner_id, status, found_by, added_at, 'x'
    FROM removal_items WHERE request_id = $1 AND status = 'open'`,
  ],
  [
    "only grows",
    "DELETE FROM removal_item_targets WHERE item_id IN (SELECT id FROM removal_items WHERE request_id = $1)",
  ],
  ["only grows", "UPDATE removal_targets SET named = false WHERE request_id = $1"],
  ["only grows", "DELETE FROM removal_targets WHERE request_id = $1"],
  ["a deadline", `${CLOCKS} deadline_at = deadline_at + interval '1 day' ${OF_CLOCK}`],
  ["a deadline", `DELETE FROM takedowns ${OF_CLOCK}`],
  ["a clock ends once", `${CLOCKS} outcome = 'no_longer_asked' ${OF_CLOCK}`],
])("the database refuses, because of “%s”: %s", async (words, sql) => {
  await makeCustodian();
  const id = await decided();
  // Several statements take no values.
  await expect(asOwner(sql.replaceAll("$1", `'${id}'`))).rejects.toThrow(words);
});

it.each(["removal_requests", "removal_items", "removal_targets", "removal_messages", "removal_reports", "takedowns"])(
  "the database refuses to empty %s",
  async (table) => {
    await expect(asOwner(`TRUNCATE ${table} CASCADE`)).rejects.toThrow("never truncated");
  },
);
