import { expect, it } from "vitest";
import { acceptProducerInvitation } from "@/lib/domain/parties/producers";
import { mailsTo } from "@/lib/testing/effects";
import { freshEmail, makePartner, makeUser, personCtx } from "@/lib/testing/factories";
import { opsCommands } from "@/lib/testing/ops";

const { answer, failure } = opsCommands();

it("producer invite emails an invitation, for a partner or none", async () => {
  const { id: partnerId } = await makePartner();
  const { email, id } = await makeUser();
  const sent = await answer("producer", "invite", email.toUpperCase(), "--partner", partnerId);
  expect(sent).toEqual({ invitationId: expect.any(String), email, expiresAt: expect.any(String) });
  const invitationId = String(sent.invitationId);
  const { producerId } = await acceptProducerInvitation(personCtx({ id }), { invitationId, name: "Lake Films LLC" });

  const listed = await answer("producer", "list");
  expect(listed.producers).toContainEqual({
    id: producerId,
    name: "Lake Films LLC",
    email,
    partners: [partnerId],
    createdAt: expect.any(String),
  });
  for (const named of [producerId, email]) {
    expect(await answer("producer", "show", named)).toMatchObject({
      id: producerId,
      email,
      partners: [{ partnerId }],
      invitations: [],
    });
  }

  const stranger = freshEmail();
  await answer("producer", "invite", stranger);
  expect(await mailsTo(stranger)).toMatchObject([{ template: "producer_invitation", props: { by: null } }]);
  expect(await failure("producer", "invite", email)).toContain(`${email} is already a producer`);
  expect(await failure("producer", "invite", stranger, "--partner", "unknown")).toContain("no partner unknown");
});
