import { newId } from "@/lib/platform/ids";
import { makeAccount, makeKey, makePartner } from "./factories";
import { makeExtension, makeGreenlitScene } from "./scenes";

/** A partner with a key. */
export async function makeCaller(data: Parameters<typeof makePartner>[0] = {}) {
  const partner = await makePartner(data);
  return { partner, key: (await makeKey(partner)).key };
}

/** A partner with a key, who pays for an active creator. */
export async function makePayingCaller({ collabScenes = true } = {}) {
  const caller = await makeCaller({ plan: "platform_pays", collabScenes });
  return { ...caller, account: await makeAccount(caller.partner, { status: "active" }) };
}

/** A greenlit scene, the partner that created it, and another that extended it. */
export async function extendedScene() {
  const [owner, other] = [await makeCaller(), await makeCaller()];
  const scene = await makeGreenlitScene(owner.partner);
  await makeExtension(scene, other.partner);
  return { owner, other, scene };
}

export const SHA256 = "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08";

/** The body that registers a publication at a new URL, unless one is given. */
export const publicationBody = (contentUrl = `https://other.example.com/videos/${newId()}`) => ({
  contentUrl,
  depictionSha256: SHA256,
});
