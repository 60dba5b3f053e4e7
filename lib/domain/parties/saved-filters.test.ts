import { expect, it } from "vitest";
import { removeMember } from "@/lib/domain/parties/partners";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { deleteFilter, listSavedFilters, MOST_SAVED, renameFilter, saveFilter } from "./saved-filters";

const LATE = { path: "/portal/content", name: "Late copies", query: "copy=late", isShared: false };
const SEEN = { paths: ["/portal/content", "/portal/scenes"] };
const names = async (ctx: Parameters<typeof listSavedFilters>[0]) =>
  (await listSavedFilters(ctx, SEEN)).map(({ name, isMine }) => `${name}${isMine ? "" : ", read only"}`);

it("are one's own or the team's, and never another partner's", async () => {
  const partner = await makePartner();
  const [owner, viewer] = [portalCtx(partner), portalCtx(partner, "viewer")];
  await saveFilter(owner, LATE);
  await saveFilter(owner, { ...LATE, name: "  Team\n late ", isShared: true });
  await saveFilter(viewer, { ...LATE, name: "Mine" });
  expect(await names(owner)).toEqual(["Late copies", "Team late"]);
  expect(await names(viewer)).toEqual(["Mine", "Team late, read only"]);
  expect(await names(portalCtx(await makePartner()))).toEqual([]);
});

it("are shared by all but viewers, who may neither rename nor delete the team's", async () => {
  const partner = await makePartner();
  const [developer, viewer] = [portalCtx(partner, "developer"), portalCtx(partner, "viewer")];
  await expect(saveFilter(viewer, { ...LATE, isShared: true })).rejects.toMatchObject({ status: 403 });
  await saveFilter(developer, { ...LATE, isShared: true });
  const [shared] = await listSavedFilters(viewer, SEEN);
  const id = shared?.id ?? "";
  await expect(renameFilter(viewer, { ...SEEN, id, name: "Other" })).rejects.toMatchObject({ status: 403 });
  await expect(deleteFilter(viewer, { ...SEEN, id })).rejects.toMatchObject({ status: 403 });
  await renameFilter(portalCtx(partner), { ...SEEN, id, name: "Other" });
  expect(await names(viewer)).toEqual(["Other, read only"]);
  await deleteFilter(developer, { ...SEEN, id });
  expect(await names(viewer)).toEqual([]);
});

it("of a colleague and of another partner are not found", async () => {
  const partner = await makePartner();
  await saveFilter(portalCtx(partner), LATE);
  const [own] = await listSavedFilters(portalCtx(partner), SEEN);
  for (const ctx of [portalCtx(partner, "admin"), portalCtx(await makePartner())]) {
    for (const id of [own?.id ?? "", newId(), "unknown"]) {
      await expect(renameFilter(ctx, { ...SEEN, id, name: "Other" })).rejects.toMatchObject({ status: 404 });
      await expect(deleteFilter(ctx, { ...SEEN, id })).rejects.toMatchObject({ status: 404 });
    }
  }
  expect(await names(portalCtx(partner))).toEqual(["Late copies"]);
});

it("have a name that is unique in their list and scope, also for two at once", async () => {
  const partner = await makePartner();
  const owner = portalCtx(partner);
  const saved = await Promise.allSettled([saveFilter(owner, LATE), saveFilter(owner, LATE)]);
  expect(saved.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await saveFilter(owner, { ...LATE, isShared: true });
  await saveFilter(owner, { ...LATE, path: "/portal/scenes" });
  await saveFilter(portalCtx(partner, "viewer"), LATE);
  await expect(saveFilter(owner, LATE)).rejects.toMatchObject({ status: 400, field: "name" });
  await saveFilter(owner, { ...LATE, name: "Other" });
  const other = (await listSavedFilters(owner, SEEN)).find(({ name }) => name === "Other");
  await expect(renameFilter(owner, { ...SEEN, id: other?.id ?? "", name: "Late copies" })).rejects.toMatchObject({
    field: "name",
  });
  await renameFilter(owner, { ...SEEN, id: other?.id ?? "", name: "Other" });
});

it("need a name and filters, and are at most a hundred", async () => {
  const partner = await makePartner();
  const owner = portalCtx(partner);
  for (const wrong of [{ name: " " }, { name: "a".repeat(61) }, { query: "" }, { query: `q=${"a".repeat(2_000)}` }]) {
    await expect(saveFilter(owner, { ...LATE, ...wrong })).rejects.toMatchObject({ status: 400, field: "name" });
  }
  const full = Array.from({ length: MOST_SAVED }, (_, n) => ({
    ...{ ...LATE, id: newId(), partnerId: partner.id, userId: partner.users.owner.id, name: `Filter ${n}` },
    createdAt: new Date(),
  }));
  await db.savedFilter.createMany({ data: full });
  await expect(saveFilter(owner, LATE)).rejects.toMatchObject({ code: "too_many_filters" });
  await saveFilter(owner, { ...LATE, isShared: true });
});

it("go with a member who leaves, except those of the team", async () => {
  const partner = await makePartner();
  const admin = portalCtx(partner, "admin");
  await saveFilter(admin, LATE);
  await saveFilter(admin, { ...LATE, name: "Team", isShared: true });
  await removeMember(portalCtx(partner), { userId: partner.users.admin.id });
  expect((await db.savedFilter.findMany({ where: { partnerId: partner.id } })).map(({ name }) => name)).toEqual([
    "Team",
  ]);
});
