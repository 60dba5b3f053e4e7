import type { Account, Thing } from "./state";

export type PeerPerson = {
  first_name: string;
  last_name: string;
  dob: { day: number; month: number; year: number };
  document: {
    type: string;
    issuing_country: string;
    number: string;
    expiration_date: { day: number; month: number; year: number };
  };
};

export const verify = (session: Thing, person: PeerPerson): Thing =>
  Object.assign(session, { status: "verified", last_error: null, _person: person });

export const fail = (session: Thing, code: string): Thing =>
  Object.assign(session, { status: "requires_input", last_error: { code, reason: "It failed." } });

/** The person on every document that the page verifies. */
export const ADULT: PeerPerson = {
  first_name: "Robin Ada",
  last_name: "Example",
  dob: { day: 14, month: 3, year: 1994 },
  document: {
    type: "passport",
    issuing_country: "PT",
    number: "X1234567",
    expiration_date: { day: 30, month: 6, year: 2099 },
  },
};

/** Shows a document and a face on the page, which Stripe can read or not. */
export function showDocument(account: Account, session: Thing, { isReadable }: { isReadable: boolean }): void {
  if (session.status !== "requires_input") return;
  if (isReadable) verify(session, ADULT);
  else fail(session, "document_unverified_other");
  account.tell(`identity.verification_session.${session.status}`, session);
}
