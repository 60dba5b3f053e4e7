import { expect, it } from "vitest";
import { linesOn } from "@/lib/testing/effects";
import { makeCustodian, makeDepiction, makePartner } from "@/lib/testing/factories";
import { opsCommands } from "@/lib/testing/ops";
import { itemOf } from "@/lib/testing/removal-cases";
import { makeRemoval } from "@/lib/testing/removals";

const { answer, failure } = opsCommands();

it("removal calendar prints a year's days", async () => {
  const { days } = await answer("removal", "calendar", "2027");
  expect(days).toHaveLength(365);
  expect(days).toContainEqual({
    day: "2027-07-05",
    weekday: "Mon",
    isBusinessDay: false,
    holiday: "Independence Day",
    due: "2027-07-15T03:59:59.999Z",
  });
});

it("removal list and show have everything about a request but the claim", async () => {
  const depiction = await makeDepiction(await makePartner());
  const removal = await makeRemoval({ legalBasis: "DMCA", items: [{ depictionId: depiction.id }] });
  const { requests } = await answer("removal", "list", "--status", "open", "--basis", "DMCA");
  expect(requests).toContainEqual(expect.objectContaining({ id: removal.id, openItems: 1, assignedTo: null }));
  const shown = await answer("removal", "show", removal.id);
  expect(shown).toMatchObject({
    requestId: removal.id,
    email: removal.email,
    itemsInAll: 1,
    items: [{ recordId: depiction.id, kind: "content", status: "open", foundBy: "url" }],
    takedowns: [],
  });
  expect(JSON.stringify(shown)).not.toContain("Clara");
});

it("removal confirm and reject decide for a named custodian, and the ledger names the operator", async () => {
  const [partner, grace, hedy] = [await makePartner(), await makeCustodian(), await makeCustodian()];
  const [first, second] = [await makeDepiction(partner), await makeDepiction(partner)];
  const removal = await makeRemoval({ items: [{ depictionId: first.id }, { depictionId: second.id }] });
  const [confirmed, rejected] = [itemOf(removal, first).id, itemOf(removal, second).id];
  const as = ({ email }: { email: string }) => ["--custodian", email, "--reason", "It shows you."];
  expect(await failure("removal", "confirm", confirmed, ...as(partner.users.owner))).toContain("is no custodian");
  expect(await answer("removal", "confirm", confirmed, ...as(grace))).toEqual({
    itemId: confirmed,
    outcome: "confirmed",
  });
  expect(await answer("removal", "reject", rejected, ...as(grace))).toMatchObject({ outcome: "proposed" });
  expect(await answer("removal", "reject", rejected, ...as(hedy))).toMatchObject({ outcome: "rejected" });
  const ordered = (await linesOn(removal.id)).filter(({ action }) => action === "removal_request.ordered_at_console");
  expect(ordered).toMatchObject([{ actorKind: "system" }, { actorKind: "system" }, { actorKind: "system" }]);
});
