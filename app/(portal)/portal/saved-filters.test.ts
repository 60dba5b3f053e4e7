import { expect, it } from "vitest";
import { listSavedFilters } from "@/lib/domain/parties/saved-filters";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { signIn } from "@/lib/testing/signed-in";
import { renameFilterAction, saveFilterAction } from "./saved-filters";

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
  const saved = await listSavedFilters(portalCtx(partner, "viewer"));
  expect(saved.map(({ name, query }) => [name, query])).toEqual([["Late", "q=a+b&copy=late"]]);
  await signIn((await makePartner()).users.owner);
  expect(await renameFilterAction(saved[0]?.id ?? "", {}, named("Mine"))).toMatchObject({
    message: "This filter was deleted.",
  });
});
