import { expect, it } from "vitest";
import { listSavedFilters } from "@/lib/domain/parties/saved-filters";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { signIn } from "@/lib/testing/signed-in";
import { deleteFilterAction, renameFilterAction, saveFilterAction } from "./saved-filters";
import { savedPathsOf } from "./saved-lists";

const named = (name: string) => {
  const form = new FormData();
  form.set("name", name);
  return form;
};

it("saves only what the list declares, and only lists that the role sees", async () => {
  const partner = await makePartner();
  await signIn(partner.users.viewer);
  const save = (path: string, query: string, name: string) => saveFilterAction(path, query, {}, named(name));
  expect(await save("/portal/content", "copy=late&cursor=older.x&other=1&removed=maybe&q=a b", "Late")).toEqual({
    ok: true,
  });
  expect(await save("/portal/content", "cursor=older.x&copy=nonsense", "None")).toMatchObject({
    errors: { name: "Choose filters first." },
  });
  for (const path of ["/portal/requests", "/portal/audit", "https://example.com/", "__proto__"]) {
    expect(await save(path, "status=5xx", "Hidden"), path).toMatchObject({ message: "Not found" });
  }
  const saved = await listSavedFilters(portalCtx(partner, "viewer"), { paths: savedPathsOf("viewer") });
  expect(saved.map(({ name, query }) => [name, query])).toEqual([["Late", "q=a+b&copy=late"]]);
  await signIn((await makePartner()).users.owner);
  expect(await renameFilterAction(saved[0]?.id ?? "", {}, named("Mine"))).toMatchObject({
    message: "This filter was deleted.",
  });
});

it("of the team are hidden from roles that don't see the list", async () => {
  const partner = await makePartner();
  await signIn(partner.users.owner);
  const shared = named("Calls of Ada");
  shared.set("shared", "on");
  expect(await saveFilterAction("/portal/requests", "path=%2Fapi%2Fv1%2Fada", {}, shared)).toEqual({ ok: true });
  expect(await saveFilterAction("/portal/audit", "q=ada", {}, shared)).toEqual({ ok: true });
  const seenBy = (role: "owner" | "developer" | "viewer" | "billing") =>
    listSavedFilters(portalCtx(partner, role), { paths: savedPathsOf(role) });
  const all = await seenBy("owner");
  expect(all.map(({ path }) => path).toSorted()).toEqual(["/portal/audit", "/portal/requests"]);
  expect((await seenBy("developer")).map(({ path }) => path)).toEqual(["/portal/requests"]);
  expect([await seenBy("viewer"), await seenBy("billing")]).toEqual([[], []]);
  // Neither may a developer change what only owners see.
  await signIn(partner.users.developer);
  const audit = all.find(({ path }) => path === "/portal/audit")?.id ?? "";
  const deleted = { message: "This filter was deleted." };
  expect(await renameFilterAction(audit, {}, named("Mine"))).toMatchObject(deleted);
  expect(await deleteFilterAction(audit, {}, new FormData())).toMatchObject(deleted);
  expect((await seenBy("owner")).map(({ name }) => name)).toEqual(["Calls of Ada", "Calls of Ada"]);
});
