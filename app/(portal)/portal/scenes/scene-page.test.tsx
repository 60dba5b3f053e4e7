import { expect, it } from "vitest";
import { makePartner } from "@/lib/testing/factories";
import { whereTo } from "@/lib/testing/next";
import { makeExtension, makeGreenlitScene } from "@/lib/testing/scenes";
import { signIn } from "@/lib/testing/signed-in";
import ScenePage from "./[sceneId]/page";

const open = (sceneId: string) =>
  whereTo(ScenePage({ params: Promise.resolve({ sceneId }), searchParams: Promise.resolve({}) }));

it("a scene's page leads a partner that extended it to that page, and is missing for any other", async () => {
  const scene = await makeGreenlitScene(undefined);
  const [extender, stranger] = [await makePartner(), await makePartner()];
  await makeExtension(scene, extender);
  await signIn(extender.users.viewer);
  expect(await open(scene.id)).toBe(`/portal/scenes/extended/${scene.id}`);
  await signIn(stranger.users.viewer);
  await expect(open(scene.id)).rejects.toMatchObject({ digest: expect.stringContaining("404") });
});
