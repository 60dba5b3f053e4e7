import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { mailedLink } from "@/lib/testing/claiming";
import { mailsTo } from "@/lib/testing/effects";
import { freshEmail, systemCtx } from "@/lib/testing/factories";
import { openClaim } from "../claim";
import { fileRequest, isLiveLink } from "./file-request";

const ctx = systemCtx("removal");

const sixth = async () => {
  const email = freshEmail("claimant");
  const { token } = await mailedLink({ email });
  for (let n = 0; n < 3; n++) await mailedLink({ email }, { token });
  const { link = "" } = await mailedLink({ email }, { token });
  return { email, token, link };
};

it("gives a link another day when its claimant signs again and no mail is sent", async () => {
  const { email, token, link } = await sixth();
  clock.advance(23 * HOUR_MS);
  await mailedLink({ email }, { token });
  expect(await mailsTo(email)).toHaveLength(5);
  clock.advance(23 * HOUR_MS);
  expect(await isLiveLink(link)).toBe(true);
});

it("mails another link to whoever pressed the last one, and files what they signed again", async () => {
  const { email, token, link } = await sixth();
  const first = await fileRequest(ctx, link);
  const again = await mailedLink({ email, description: "It shows me at the sea." }, { token });
  const second = await fileRequest(ctx, again.link ?? "");
  expect(second.id).not.toBe(first.id);
  const request = await db.removalRequest.findUniqueOrThrow({ where: { id: second.id } });
  expect(openClaim(request)).toMatchObject({ description: "It shows me at the sea." });
});
