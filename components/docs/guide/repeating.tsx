import { FactsTable } from "../facts-table";
import { InlineText } from "../inline-text";
import { Section } from "../section";

const CALLS = [
  [
    "Provision a solo account",
    "Your `externalUserId`, then the address",
    "200 with the account that exists. If it is active, `solo_account.verified` is sent again.",
  ],
  ["Deactivate", "The account", "200 with `deactivated: false`."],
  ["Reactivate", "The account", "200 with `reactivated: false`."],
  [
    "Log content",
    "Your `externalContentId`; without one, the `contentUrl`",
    "200 with `duplicate: true`, also when the content was taken down since. Nothing of the record changes, whatever else the body says.",
  ],
  ["Confirm a compliance copy", "The content", "200 with what is kept. Nobody is told again."],
  ["Take content down", "Your `externalContentId`", "200 with `deleted: false`."],
] as const;

/** Which calls can be sent twice, and what tells us that they are the same. */
export function Repeating() {
  return (
    <Section id="repeating" title="Repeating a call">
      <p className="max-w-3xl">
        <InlineText text="There is no idempotency header, and one that you send is not read. These calls are recognised by what they are about: a repeat changes nothing and answers with the record that exists." />
      </p>
      <FactsTable
        caption="Calls that may be repeated"
        columns={["Call", "Recognised by", "Answer to a repeat"]}
        rows={CALLS}
      />
    </Section>
  );
}
