import { expect, it } from "vitest";
import { searchIndex } from "@/lib/domain/records/content";
import { newId } from "@/lib/platform/ids";
import { linesOn } from "@/lib/testing/effects";
import { makeCustodian, makeIdentity, makeUser, personCtx, staffCtx } from "@/lib/testing/factories";
import { addAlias, listAliases, retireAlias, SignedName } from ".";

it("takes names of any script as a signature, but no numbers, pictures or reversed text", () => {
  for (const name of ["Ada Example", "Zoë O’Neill", "李小龙", "Ada Example II 2nd"])
    expect(SignedName.parse(name)).toBe(name);
  for (const name of ["", "1", "=1+1", "😀", "Ada \u202eelpmaxE"])
    expect(SignedName.safeParse(name).success, name).toBe(false);
});

it("adds a name to the index at once, and keeps it there when it is retired", async () => {
  const user = await makeUser();
  await makeIdentity(user);
  const me = personCtx(user);
  const name = `Nova ${newId()}`;
  const twice = await Promise.all([addAlias(me, name), addAlias(me, name)]);
  expect(twice.map(({ changed }) => changed).sort()).toEqual([false, true]);
  const custodian = staffCtx(await makeCustodian());
  const found = async () => (await searchIndex(custodian, { name })).people?.map(({ userId }) => userId);
  expect(await found()).toEqual([user.id]);

  const [alias] = await listAliases(me);
  const id = alias?.id ?? "";
  expect(await retireAlias(me, id)).toEqual({ changed: true });
  expect(await retireAlias(me, id)).toEqual({ changed: false });
  expect(await found()).toEqual([user.id]);
  const { people } = await searchIndex(custodian, { name });
  expect(people?.map(({ aliases }) => aliases)).toEqual([[{ name, retired: true }]]);
  expect(await listAliases(me)).toMatchObject([{ name, retiredAt: expect.any(Date) }]);
  expect(await addAlias(me, name)).toEqual({ changed: true });
  expect(await listAliases(me)).toMatchObject([{ id, retiredAt: null }]);

  const lines = (await linesOn(user.id)).filter(({ action }) => action.startsWith("person_alias"));
  expect(lines.map(({ action }) => action)).toEqual([
    "person_alias.added",
    "person_alias.retired",
    "person_alias.resumed",
  ]);
  expect(JSON.stringify(lines.map(({ detail }) => detail))).not.toContain("Nova");
  await expect(retireAlias(personCtx(await makeUser()), id)).rejects.toMatchObject({ status: 404 });
});
