import { type MadePartner, makeAccount, makeDepiction } from "./factories";

/** How to make a resource of a partner, by the name that its id has in paths. The generated endpoint tests ask here. */
export const foreign: Readonly<Record<string, (partner: MadePartner) => Promise<{ id: string }>>> = {
  accountId: (partner) => makeAccount(partner, { status: "active" }),
  externalContentId: async (partner) => ({ id: (await makeDepiction(partner)).externalContentId ?? "" }),
};
